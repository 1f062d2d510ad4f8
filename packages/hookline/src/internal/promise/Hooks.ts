/** The hooks of a project, as promises. */
import type { AnyName, EventName, PlainEvent } from "./PlainEvent.ts"
import type { HandlerOptions, PlainHandler } from "./PlainOutcome.ts"
import type { PlainPlan, PlainReport } from "./PlainReport.ts"

/** How long something is waited for. */
export interface CallOptions {
  /** Aborting it ends the hooks that run, with all that they started, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** What is known beside an event. */
export interface EmitOptions extends CallOptions {
  /** On `Stop`: how often the agent has been made to go on since its last tool call. From eight on it is let go. */
  readonly continuations?: number | undefined
}

/** A handler that is registered. `using` takes it out again, as `off` does; twice is no harm. */
export interface Registration {
  readonly off: () => void
  readonly [Symbol.dispose]: () => void
}

/**
 * The hooks of a project.
 *
 * ```ts
 * await using hooks = await Hookline.open({ project: "." })
 * const report = await hooks.emit({ event: "PreToolUse", tool: "Bash", input: { command: "rm -rf /" } })
 * if (!report.goesOn) tellTheModel(report.reasons)
 * ```
 */
export interface Hooks {
  /**
   * Tells the hooks what happens. The report is final: a person has been asked, and all that was said is done. A hook that
   * fails does not reject; what it means is for the policy, and stands in the report.
   */
  readonly emit: (event: PlainEvent, options?: EmitOptions) => Promise<PlainReport>
  /** Which configured hooks an event would run, and why the others would not. Nothing is run. */
  readonly plan: (event: PlainEvent, options?: CallOptions) => Promise<PlainPlan>
  /** Whether an event would run anything. It costs next to nothing, and throws where `emit` would reject. */
  readonly wants: (event: PlainEvent) => boolean
  /** Reads all configurations again. Changes are seen without it, a moment later. */
  readonly refresh: (options?: CallOptions) => Promise<void>
  /**
   * Adds a hook that is a function: `hooks.on("PreToolUse", ({ tool }) => tool === "Bash" ? { verdict: "deny" } : undefined)`.
   * `*` is for all events, and a host's own names for them are known, too.
   */
  readonly on: <const Name extends EventName | "*" | AnyName>(
    event: Name,
    handler: PlainHandler<Name>,
    options?: HandlerOptions
  ) => Registration
  /** Ends what runs, and waits until no process is left. What was not answered yet rejects. Twice is no harm. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
