/**
 * Readings that fail for lack of resources, such as open files or memory, or because the port of files broke. No result
 * of one is a catalog: it is reported by every event until the files are read.
 *
 * @since 0.1.0
 */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as BoundedFiles from "./BoundedFiles.ts"
import { ConfigFiles, type Inaccessible, wrapCalls } from "./ConfigFiles.ts"
import { type Call, immediately, runOf } from "./immediate.ts"
import * as SharedListings from "./SharedListings.ts"
import { isTransient } from "./transientErrors.ts"

/**
 * A result with diagnostics.
 *
 * @category models
 * @since 0.1.0
 */
export interface Diagnosed {
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}

/**
 * Checks whether a diagnostic reports a failed reading.
 *
 * @category guards
 * @since 0.1.0
 */
export const isFailure = ({ code }: Diagnostic.Diagnostic): boolean => code === "reading-failed"

/**
 * Checks whether a result comes from a failed reading.
 *
 * @category guards
 * @since 0.1.0
 */
export const hasFailed = ({ diagnostics }: Diagnosed): boolean => diagnostics.some(isFailure)

const diagnosticOf = (
  failures: ReadonlyMap<string, string>,
  { fix, why }: { readonly why: (issue: string) => string; readonly fix: string }
): ReadonlyArray<Diagnostic.Diagnostic> => {
  const [first] = failures
  if (first === undefined) return []
  const [file, issue] = first
  const others = failures.size === 1 ? "" : `, nor can ${failures.size - 1} other paths`
  return [
    Diagnostic.ofFile("reading-failed", file, {
      text: `This path can't be read ${why(issue)}${others}. Every event reads again; until that succeeds, hooks may be missing.`,
      fix,
      lost: { entries: 1, events: "all" }
    })
  ]
}

/**
 * Returns the diagnostic of paths that a broken port did not read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ofPort = (failures: ReadonlyMap<string, string>): ReadonlyArray<Diagnostic.Diagnostic> =>
  diagnosticOf(failures, {
    why: (issue) => `because ${issue}`,
    fix: "Correct the layer of this port that the program provides."
  })

const ofMachine = (failures: ReadonlyMap<string, string>): ReadonlyArray<Diagnostic.Diagnostic> =>
  diagnosticOf(failures, {
    why: (code) => `for lack of resources (${code})`,
    fix: "End programs that hold many files or much memory, or raise the limit of open files."
  })

/** The paths that could not be read, and the reasons: of the machine, or of a port that broke. */
interface Failures {
  readonly machine: Map<string, string>
  readonly port: Map<string, string>
}

const recording = (files: ConfigFiles["Service"], clock: Clock.Clock, failures: Failures): ConfigFiles["Service"] => {
  const note = ({ path, why }: Inaccessible): void => {
    if (isTransient(why)) failures.machine.set(path, why)
  }
  const recorded = <A, Asked>(look: Call<Asked, A, Inaccessible>): Call<Asked, A, Inaccessible> => {
    const run = runOf(look)
    return run === undefined
      ? (asked) => Effect.tapError(look(asked), (error) => Effect.sync(() => note(error)))
      : immediately((asked) => {
          const exit = run(asked)
          if (Exit.isFailure(exit))
            for (const reason of exit.cause.reasons) if (reason._tag === "Fail") note(reason.error)
          return exit
        })
  }
  return BoundedFiles.bound(wrapCalls(files, recorded), clock, (path, { message }) => failures.port.set(path, message))
}

/**
 * Adds a diagnostic to the result of a reading if any call failed for lack of resources or broke, whatever the reading made of
 * it: a link that seems to lead nowhere, and a folder that seems to be no plugin, are no results either.
 *
 * @category combining
 * @since 0.1.0
 */
export const record = <A extends Diagnosed, R>(
  reading: Effect.Effect<A, never, R>
): Effect.Effect<A, never, ConfigFiles | Exclude<R, ConfigFiles>> =>
  Effect.flatMap(ConfigFiles, (files) =>
    Clock.clockWith((clock) => {
      const failures: Failures = { machine: new Map(), port: new Map() }
      const { machine, port } = failures
      const own = SharedListings.within(reading, files)
      return Effect.map(Effect.provideService(own, ConfigFiles, recording(files, clock, failures)), (found) => {
        if (machine.size + port.size === 0) return found
        // One path has one diagnostic.
        const isOther = ({ code, file }: Diagnostic.Diagnostic): boolean =>
          code !== "file-unreadable" || !(machine.has(file) || port.has(file))
        return { ...found, diagnostics: [...found.diagnostics.filter(isOther), ...ofMachine(machine), ...ofPort(port)] }
      })
    })
  )

/**
 * Returns the last whole result in the place of a failed one, with the diagnostics of the failure. Its hooks and its
 * settings are those that files are most likely to have still.
 *
 * @category combining
 * @since 0.1.0
 */
export const orBefore = <A extends Diagnosed>(found: A, whole: A | undefined): A =>
  whole === undefined || !hasFailed(found)
    ? found
    : { ...whole, diagnostics: [...whole.diagnostics, ...found.diagnostics.filter(isFailure)] }
