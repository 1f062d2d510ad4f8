/** The hooks of a project, with promises. */
import type { PlainAnswer } from "./PlainAnswer.ts"
import type { AnyName, EventName, PlainEvent } from "./PlainEvent.ts"
import type { HandlerOptions, PlainHandler } from "./PlainOutcome.ts"
import type { PlainPlan, PlainReport } from "./PlainReport.ts"

/** Options for a call. */
export interface CallOptions {
  /** Aborting it ends the running hooks with all processes that they started, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Options for an event. */
export interface EmitOptions extends CallOptions {
  /** On `Stop`: the number of continuations since the agent's last tool call. From eight on, the agent may stop. */
  readonly continuations?: number | undefined
}

/** A registered handler. `using` removes it, like `off`; removing it twice has no effect. */
export interface Registration {
  readonly off: () => void
  readonly [Symbol.dispose]: () => void
}

/**
 * The hooks of a project.
 *
 * @example
 * ```ts
 * import * as Hookline from "@hookline/node/Promises"
 *
 * await using hooks = await Hookline.open({ project: "." })
 * const report = await hooks.emit({ event: "PreToolUse", tool: "Bash", input: { command: "rm -rf /" } })
 * if (!report.goesOn) console.log(report.reasons)
 * ```
 */
export interface Hooks {
  /**
   * Runs the hooks of an event. The report is final: approval was requested, and all effects are applied. A failing
   * hook does not reject; the policy decides its effect, which is in the report.
   */
  readonly emit: (event: PlainEvent, options?: EmitOptions) => Promise<PlainReport>
  /**
   * Runs the hooks of a payload in the format of `host`, and encodes the answer in it, for a host that has a format of its
   * own. A payload that can't be read rejects, because its event is unknown; any other failure is in the answer.
   */
  readonly answer: (payload: Readonly<Record<string, unknown>>, options?: EmitOptions) => Promise<PlainAnswer>
  /**
   * Returns the configured hooks that an event would run, and the reasons for which others would not run. No hook runs.
   */
  readonly plan: (event: PlainEvent, options?: CallOptions) => Promise<PlainPlan>
  /** Checks whether an event would run any hook. It is very cheap, and throws where `emit` would reject. */
  readonly wants: (event: PlainEvent) => boolean
  /** Reads all configurations again. Without it, changes are detected after a moment. */
  readonly refresh: (options?: CallOptions) => Promise<void>
  /**
   * Adds a hook that is a function:
   * `hooks.on("PreToolUse", ({ tool }) => tool === "Bash" ? { verdict: "deny" } : undefined)`. `*` matches all events,
   * and host names of events are accepted.
   */
  readonly on: <const Name extends EventName | "*" | AnyName>(
    event: Name,
    handler: PlainHandler<Name>,
    options?: HandlerOptions
  ) => Registration
  /** Ends running hooks, and waits until no process is left. Pending calls reject. Closing twice has no effect. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
