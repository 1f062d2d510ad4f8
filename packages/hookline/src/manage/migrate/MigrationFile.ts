/**
 * The files that hooks are migrated to: where they are, and how they are written.
 *
 * **Details**
 *
 * A backup of the file as it was lies beside it. What is written is written whole beside the file, and takes its place at
 * once; links are followed, but not out of the project.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { pathOf, type Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import type { File, Scope } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { type AttachProblem, Elsewhere, Inaccessible, NoSettings } from "../attach/AttachProblem.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { again, isSame, textIn, trying, write } from "../json/textFile.ts"

/** The files of a dialect in a scope: of several the one that is there, or the last. */
const candidates = (to: Dialect, scope: Scope, folders: Project): ReadonlyArray<string> =>
  to.files
    .filter((spec) => spec.scope === scope)
    .map((spec) => path.join(pathOf(spec, folders), spec._tag === "File" ? "" : spec.file))

/** Checks whether the host reads the first of its files in a scope only. */
const onlyFirst = (to: Dialect, scope: Scope): boolean =>
  Hosts.named(to.name)?.migration?.firstFileOnly?.some((each) => each === scope) === true

/**
 * The file of a dialect that hooks are added to in a scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (to: Dialect, scope: Scope, folders: Project): Effect.Effect<File, AttachProblem> =>
  Effect.gen(function* () {
    const all = candidates(to, scope, folders)
    const [first] = all
    const last = all.at(-1)
    if (first === undefined || last === undefined) {
      return yield* new NoSettings({
        host: to.name,
        why: `${to.title} has no file of hooks for the scope "${scope}".`,
        byHand: `Its scopes are ${[...new Set(to.files.map((spec) => spec.scope))].join(", ")}.`
      })
    }
    const isThere = yield* trying(first, () =>
      all.toReversed().find((file) => disk.read(disk.placeOf(file, undefined).real).bytes !== undefined)
    )
    const file = onlyFirst(to, scope) ? first : (isThere ?? last)
    return { dialect: to.name, scope, file, folder: path.dirname(file) }
  })

/**
 * A file's text as it was found, and what was found.
 *
 * @category models
 * @since 0.1.0
 */
export interface Opened {
  readonly text: string | undefined
  readonly found: disk.Found
}

const real = (file: string, within: string | undefined): Effect.Effect<string, Elsewhere | Inaccessible> =>
  Effect.flatMap(
    trying(file, () => disk.placeOf(file, within)),
    ({ isInside, real: place }) =>
      isInside ? Effect.succeed(place) : Effect.fail(new Elsewhere({ file, real: place }))
  )

/** Returns the path of a file's backup. Where another file has the first name, a hash of the bytes is a part of it. */
const backupOf = (file: string, bytes: Buffer): string => {
  const backup = `${file}.before-change`
  const isFree = fs.lstatSync(backup, { throwIfNoEntry: false }) === undefined
  if (isFree || isSame(disk.read(backup).bytes, bytes)) return backup
  return `${backup}-${crypto.hash("sha256", bytes).slice(0, 16)}`
}

/** Keeps a file as it was, and returns the path of its backup. A file of the user is never replaced. */
const keep = (file: string, bytes: Buffer, like: fs.Stats | undefined): string => {
  const backup = backupOf(file, bytes)
  if (!fs.existsSync(backup)) disk.replace(backup, bytes, like, () => true)
  return backup
}

/**
 * Changes a file: what `change` makes of its text takes the text's place, unless it is the same. `within` is the folder
 * that no link may lead out of.
 *
 * @category editing
 * @since 0.1.0
 */
export const change = <A, E extends AttachProblem>(
  file: string,
  within: string | undefined,
  make: (text: string | undefined) => Effect.Effect<{ readonly text: string | undefined; readonly value: A }, E>,
  options: { readonly dryRun?: boolean } = {}
): Effect.Effect<
  {
    readonly before: string | undefined
    readonly after: string | undefined
    readonly value: A
    readonly backup?: string
  },
  AttachProblem
> =>
  Effect.flatMap(real(file, within), (place) => {
    const once = Effect.gen(function* () {
      const found = yield* trying(file, () => disk.read(place))
      const before = yield* textIn(file, found.bytes)
      const { text, value } = yield* make(before)
      const done = { before, after: text, value }
      if (text === before || text === undefined || options.dryRun === true) return done
      yield* trying(file, () => disk.mayWrite(found))
      const { bytes, stat } = found
      const backup = bytes === undefined ? undefined : yield* trying(file, () => keep(place, bytes, stat))
      yield* write(file, found, text)
      return { ...done, ...(backup !== undefined && { backup }) }
    })
    return again(once, file)
  })
