/**
 * The sandbox: confines what a hook starts to a profile.
 *
 * @since 0.1.0
 */
import type { Profile } from "@hookline/schema/Profile"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/**
 * A sandbox that could not be made. The hook has not run, and never runs without one instead.
 *
 * @category errors
 * @since 0.1.0
 */
export class SandboxProblem extends Schema.TaggedError<SandboxProblem>()("SandboxProblem", {
  backend: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `no sandbox by ${this.backend}: ${this.issue}`
  }
}

/**
 * A profile that confines.
 *
 * @category models
 * @since 0.1.0
 */
export type Confined = Exclude<Profile, "open">

/**
 * An attempt of a hostile hook.
 *
 * @category models
 * @since 0.1.0
 */
export type Attempt = (typeof attempts)[number]

/**
 * The attempts of a hostile hook, of which a sandbox prevents some.
 *
 * @category models
 * @since 0.1.0
 */
export const attempts = [
  "writeProject",
  "writeConfiguration",
  "createConfiguration",
  "writeHome",
  "changeAttributes",
  "readSecret",
  "connect",
  "connectAbstractSocket",
  "connectSocketFile",
  "openPipe",
  "signal",
  "limit",
  "readEnvironment",
  "trace",
  "outlive",
  "mount",
  "injectInput"
] as const

/**
 * The profiles that confine, from the narrowest to the widest.
 *
 * @category models
 * @since 0.1.0
 */
export const confined: ReadonlyArray<Confined> = ["guard", "notify", "work", "net"]

/**
 * The attempts that a sandbox prevents. An attempt that a profile permits is not prevented.
 *
 * @category models
 * @since 0.1.0
 */
export type Holds = Readonly<Record<Confined, Readonly<Record<Attempt, "yes" | "no" | "untested">>>>

/**
 * The folders that decide what a confined program may reach.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  readonly project: string
  readonly home: string
}

/**
 * A program to be confined.
 *
 * @category models
 * @since 0.1.0
 */
export interface Program {
  readonly file: string
  readonly args: ReadonlyArray<string>
  /** The program's `argv[0]`. Defaults to `file`. */
  readonly called?: string | undefined
  readonly env: Readonly<Record<string, string>>
  /**
   * The variables of a program that wraps the one that confines, and that may change some of them: changes reach the
   * confined program, and variables that are not in `env` do not. Without one, it gets `env` alone.
   */
  readonly outer?: Readonly<Record<string, string>> | undefined
  /** True if it gets a file or a pipe as descriptor 3. */
  readonly hasScript: boolean
  /** Files that it may write besides, such as the one for exported variables. */
  readonly writes?: ReadonlyArray<string>
}

/**
 * A descriptor of the program that confines: one of the confined program, the control file, `/dev/null`, or a file with
 * these bytes.
 *
 * @category models
 * @since 0.1.0
 */
export type Descriptor = "input" | "output" | "error" | "script" | "control" | "null" | Uint8Array<ArrayBuffer>

/**
 * The start of one confined program.
 *
 * **Details**
 *
 * The control file has no name. It begins with `request`; the program that confines appends to it. It appends `started`
 * after it has confined itself, right before it becomes the confined program, which gets no descriptor of the file. So a
 * file without that byte shows that nothing has run, and the rest of it is the reason.
 *
 * @category models
 * @since 0.1.0
 */
export interface Launch {
  readonly file: string
  readonly args: ReadonlyArray<string>
  /** The environment of the program that confines. */
  readonly env: Readonly<Record<string, string>>
  /** Its descriptors, from 0. */
  readonly descriptors: ReadonlyArray<Descriptor>
  readonly request: Uint8Array<ArrayBuffer>
  /** True if its exit code is 128 and the signal where a signal has ended the confined program. */
  readonly hidesSignals: boolean
  /** True if killing its process group ends everything that the confined program has started. */
  readonly endsAll: boolean
  /** Removes what was made for this program. Called once it has ended. */
  readonly release: () => void
  /** Leaves what was made for this program to later processes, because it outlives this one. */
  readonly keep: () => void
}

/**
 * The byte by which the program that confines reports that it has done so.
 *
 * @category constants
 * @since 0.1.0
 */
export const started = "\u0006"

/**
 * The byte that follows `started`, with the number of the error, where the confined program could not be executed.
 *
 * @category constants
 * @since 0.1.0
 */
export const notExecuted = "\u0015"

/**
 * The surroundings of a profile, in which programs are started.
 *
 * @category models
 * @since 0.1.0
 */
export interface Inside {
  /** Equal for surroundings of which a waiting process may serve either. */
  readonly key: string
  /** Prepares the start of one program. Throws if too many files are open. */
  readonly launch: (program: Program) => Launch
}

/**
 * The state of a sandbox on this machine, after it was tried.
 *
 * @category models
 * @since 0.1.0
 */
export type SandboxStatus =
  | {
      readonly _tag: "Ready"
      readonly backend: string
      readonly holds: Holds
      /** Sentences on attempts that it does not prevent here. */
      readonly weaker: ReadonlyArray<string>
      /** True where no run of the project's own tests has tried it: then it serves untrusted hooks only. */
      readonly untested: boolean
    }
  | { readonly _tag: "Missing"; readonly why: string }

/**
 * Confines programs.
 *
 * @example
 * ```ts
 * import { Sandbox } from "@hookline/core/Sandbox"
 * import * as Effect from "effect/Effect"
 *
 * const status = Effect.flatMap(Sandbox, ({ status }) => status)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Sandbox extends Context.Service<
  Sandbox,
  {
    /** Returns what works here. It is tried once: each attempt that a profile forbids must fail. */
    readonly status: Effect.Effect<SandboxStatus>
    /** Returns the surroundings for a profile. */
    enter(profile: Confined, place: Place): Effect.Effect<Inside, SandboxProblem>
  }
>()("@hookline/core/Sandbox") {
  /** Confines nothing, so that a hook with a profile other than `open` fails. */
  static readonly layerNone: Layer.Layer<Sandbox> = Layer.succeed(Sandbox)({
    status: Effect.succeed({ _tag: "Missing", why: "none is provided" }),
    enter: () => Effect.fail(new SandboxProblem({ backend: "none", issue: "none is provided" }))
  })
}
