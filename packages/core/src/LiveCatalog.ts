/**
 * A catalog for processes that live on: it is read again when its files have changed, and costs nothing while they have
 * not.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { ConfigFiles, type Inaccessible, type Watch } from "./ConfigFiles.ts"

/**
 * What was read of files, and knows when it is out of date.
 *
 * @category models
 * @since 0.1.0
 */
export interface Live<A> {
  /** What was read, or nothing where something has changed since: then `fresh` reads. */
  readonly current: () => A | undefined
  /** What the files have now. */
  readonly fresh: Effect.Effect<A>
  /** Reads everything again, whether something has changed or not. */
  readonly refresh: Effect.Effect<A>
}

/**
 * A catalog that knows when it is out of date.
 *
 * **Details**
 *
 * Sessions may have different hooks, by the skills that are open in them. Who names no session has the hooks that all
 * of them have.
 *
 * @category models
 * @since 0.1.0
 */
export interface LiveCatalog extends Live<Catalog> {
  readonly current: (session?: string) => Catalog | undefined
  /** The catalog of a session as it is now, where sessions may differ. */
  readonly freshIn?: (session: string | undefined) => Effect.Effect<Catalog>
  /** The same with all that is not in force there, and might be, for who wants to know why. */
  readonly wholeIn?: (session: string | undefined) => Effect.Effect<Catalog>
}

/**
 * A catalog that never changes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fixed = (catalog: Catalog): LiveCatalog => ({
  current: () => catalog,
  fresh: Effect.succeed(catalog),
  refresh: Effect.succeed(catalog)
})

/** What stands in the way for a moment: that it does no more is told by no change of the file. */
const passing = new Set(["EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "EBUSY", "EINTR", "EIO", "ESTALE", "ETIMEDOUT"])

/**
 * The same files, each followed before it is looked at: what changes after that is not missed. What can't be read only
 * for now is told to `onPassing`.
 */
const following = (files: ConfigFiles["Service"], { follow }: Watch, onPassing: () => void): ConfigFiles["Service"] => {
  const first =
    <A>(look: (path: string) => Effect.Effect<A, Inaccessible>) =>
    (path: string): Effect.Effect<A, Inaccessible> =>
      Effect.suspend(() => {
        follow(path)
        return Effect.tapError(look(path), ({ why }) =>
          Effect.sync(() => {
            if (passing.has(why)) onPassing()
          })
        )
      })
  return ConfigFiles.of({
    ...files,
    read: first(files.read),
    folders: first(files.folders),
    entries: first(files.entries),
    standing: (path) =>
      Effect.suspend(() => {
        follow(path)
        return files.standing(path)
      }),
    real: first(files.real)
  })
}

const toldUnwatched = <A extends Told>(read: A, unwatched: Inaccessible | undefined): A =>
  unwatched === undefined
    ? read
    : {
        ...read,
        diagnostics: [
          ...read.diagnostics,
          {
            code: "folder-unwatched",
            level: codes["folder-unwatched"][0],
            dialect: "hookline",
            file: unwatched.path,
            line: 1,
            column: 1,
            at: [],
            text: `Changes in this folder can't be watched (${unwatched.why}); every event looks at its files.`,
            fix: "Let this machine watch more folders and open more files, or ignore this."
          }
        ]
      }

/** What is read tells what is wrong with it. */
interface Told {
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

/**
 * Keeps what a reading gives, for as long as nothing changes that it has looked at. When the scope closes nothing is
 * watched any more, and every question reads.
 *
 * **Details**
 *
 * A change anywhere reads everything again: hooks of one file have their identities, copies and switches from others.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* <A extends Told>(
  reading: Effect.Effect<A, never, ConfigFiles>,
  roots: ReadonlyArray<string>
): Effect.fn.Return<Live<A>, never, ConfigFiles | Scope.Scope> {
  const files = yield* ConfigFiles
  const turn = Semaphore.makeUnsafe(1)
  let changes = 0
  // What is in force, and nothing from the moment on in which something has changed. Every event asks for it.
  let held: A | undefined
  let closed = false
  const outdate = (): void => {
    changes += 1
    held = undefined
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closed = true
      outdate()
    })
  )
  const watch = yield* files.watch(roots, outdate)
  /** Whether the reading that goes on has met what may be gone at the next. */
  let isPassing = false
  const followed = following(files, watch, () => {
    isPassing = true
  })

  const current = (): A | undefined => {
    if (held !== undefined && watch.changed()) outdate()
    return held
  }

  const read = Effect.suspend(() => {
    // What changes from here on makes this reading old, even if it changes before the reading has ended.
    const before = changes
    isPassing = false
    return Effect.map(Effect.provideService(reading, ConfigFiles, followed), (found) => {
      const told = toldUnwatched(found, watch.unwatched())
      if (!closed && !isPassing && changes === before) held = told
      return told
    })
  })

  const ifOld = (effect: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      const known = current()
      return known === undefined ? effect : Effect.succeed(known)
    })

  const refresh = turn.withPermits(1)(read)
  // Who has waited for another's reading has it.
  const fresh = ifOld(turn.withPermits(1)(ifOld(read)))
  yield* refresh
  return { current, fresh, refresh }
})
