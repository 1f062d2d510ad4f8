/**
 * Asks an approver: a user, a rule or a program.
 *
 * @since 0.1.0
 */
import { type Sealed, seal } from "@hookline/core/kit/policy/sealed"
import { applyTo } from "@hookline/core/kit/translate/changes"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { Change } from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import type { Question } from "@hookline/schema/Verdict"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Schema from "effect/Schema"
import { hashOf, unique } from "./internal/jsonText.ts"

/**
 * The answers of a question whose hook offers none. A permanent grant is for hooks that offer it.
 *
 * @category models
 * @since 0.1.0
 */
export const options: ReadonlyArray<string> = ["Allow", "Deny"]

/**
 * The time limit for a person's answer where the hook sets none.
 *
 * @category models
 * @since 0.1.0
 */
export const defaultTimeoutMillis = 300_000

const grants = new Set(["allow", "allow once", "allow always"])

/**
 * Checks whether an answer grants, in any case of letters. All others deny.
 *
 * @category guards
 * @since 0.1.0
 */
export const isGrant = (answer: string): boolean => grants.has(answer.trim().toLowerCase())

/**
 * Checks whether an answer grants permanently: this action, or all of the question's scope, for the rest of the session.
 * It counts only where the question offers it.
 *
 * @category guards
 * @since 0.1.0
 */
export const isForAlways = (answer: string): boolean => answer.trim().toLowerCase() === "allow always"

/**
 * The turn of a question, for an approver that shows one question at a time.
 *
 * @category models
 * @since 0.1.0
 */
export interface Turn {
  /** Reports that the question waits for another one. Its time does not pass meanwhile. */
  readonly wait: Effect.Effect<void>
  /** Reports that the question is shown, so that its time goes on. */
  readonly begin: Effect.Effect<void>
}

/**
 * A question to the approver. Its event, tool and input are those that will be, with the changes of all hooks.
 *
 * @category models
 * @since 0.1.0
 */
export interface Request {
  /** A hash of session, hook, prompt and event, which is equal for equal questions. */
  readonly id: string
  /** The hook that asks. */
  readonly by: string
  readonly prompt: string
  /** The answers. "Allow always" is among them only if the hook offers it. */
  readonly options: ReadonlyArray<string>
  readonly event: HookEvent
  readonly session?: string
  /** The tool, and the input with which it will run, on events about a tool. */
  readonly tool?: string
  readonly input?: Json
  /** The scope of a permanent grant for this tool, if the hook names one. By default it is this input. */
  readonly scope?: string
  readonly timeoutMillis: number
  /** The time at which the default takes effect, in milliseconds since 1970. It is later for a question that waits. */
  readonly deadline: number
  /** For approvers that show one question at a time. */
  readonly turn?: Turn
  /** The result if there is no answer before the deadline. */
  readonly default: "allow" | "deny"
}

/**
 * Creates the request of a hook's question. Its time begins now. `changes` are those of all hooks of the event.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 * import { cases } from "@hookline/schema/HookEvent"
 *
 * const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git push" } })
 * const request = Approval.request({ by: "agent", prompt: "Push?", options: ["Allow once", "Deny"] }, event)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const request = (
  {
    by,
    default: silence = "deny",
    options: offered = [],
    prompt,
    scope,
    timeoutMillis = defaultTimeoutMillis
  }: Question,
  before: HookEvent,
  changes: ReadonlyArray<Change> = []
): Effect.Effect<Request> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const event = applyTo(before, changes)
    // The host's own object is left out, because it may be anything.
    const { host: _, ...told } = event
    const { sessionId: session } = event
    return {
      id: hashOf([session, by, prompt, told]) ?? unique(),
      by,
      prompt,
      options: offered.length === 0 ? options : offered,
      event,
      ...(session !== undefined && { session }),
      ...("toolInput" in event && { tool: event.toolName, input: event.toolInput }),
      ...(scope !== undefined && { scope }),
      timeoutMillis,
      deadline: now + timeoutMillis,
      default: silence
    }
  })

/**
 * An answer, and whether a person gave it, or a rule that a person once wrote.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  readonly answer: string
  readonly found: "asked" | "rule"
}

/**
 * No approver could be asked, or none answered. It denies.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unanswered extends Schema.TaggedError<Unanswered>()("Unanswered", { why: Schema.String }) {
  override get message(): string {
    return this.why
  }
}

/**
 * The port that asks an approver.
 *
 * @category models
 * @since 0.1.0
 */
export interface Approving {
  /** Asks one question. */
  readonly ask: (request: Request) => Effect.Effect<Answer, Unanswered>
  /** True if the receiver of the outcome asks, so that an `Ask` stays one. */
  readonly isDeferred?: boolean
}

/**
 * The port for approval. By default there is no approver, so that every question is denied.
 *
 * **Details**
 *
 * `Settle` asks the questions of one session one at a time, ends a dialog at its deadline, and remembers permanent
 * grants. Questions of different sessions may be asked at once, so that one without an answer delays no other session. A
 * layer only asks.
 *
 * @example
 * ```ts
 * import { Approval } from "@hookline/coordinator/Approval"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the port in force, in a layer of `provide`.
 * const ask = Effect.map(Approval, (port) => port.ask)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Approval extends Context.Service<Approval, Sealed<Approving>>()("@hookline/coordinator/Approval") {}

/**
 * Creates a layer that has services of its own.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 * import * as Effect from "effect/Effect"
 *
 * // Asks another approver first.
 * const layer = Approval.layerEffect(
 *   Effect.map(Approval.Approval, ({ ask }) => ({
 *     ask: (request) =>
 *       request.by === "trusted" ? Effect.succeed({ answer: "Allow once", found: "rule" }) : ask(request)
 *   }))
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerEffect = <E, R>(
  make: Effect.Effect<Approving, E, R>
): Layer.Layer<Approval, E, Exclude<R, Scope.Scope> | ThisProject> => Layer.effect(Approval, Effect.map(make, seal))

/**
 * Asks by a function.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [Approval.layer(() => Effect.succeed({ answer: "Allow once", found: "asked" }))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  ask: (request: Request) => Effect.Effect<Answer, Unanswered>
): Layer.Layer<Approval, never, ThisProject> => Layer.succeed(Approval)(seal({ ask }))

/**
 * Denies every question. This is the default.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 *
 * const provide = [Approval.layerDeny]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeny: Layer.Layer<Approval, never, ThisProject> = layer(() =>
  Effect.fail(new Unanswered({ why: "no approver is there to be asked" }))
)

/**
 * Leaves an `Ask` to the receiver of the outcome, such as an agent with dialogs of its own.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 *
 * const provide = [Approval.layerDeferred]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeferred: Layer.Layer<Approval, never, ThisProject> = Layer.succeed(Approval)(
  seal({
    ask: () => Effect.fail(new Unanswered({ why: "asking is left to the receiver of the outcome" })),
    isDeferred: true
  })
)

/**
 * Gives these answers in order, and then denies. For tests and replays.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 *
 * const provide = [Approval.layerScripted(["Allow once", "Deny"])]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerScripted = (answers: ReadonlyArray<string>): Layer.Layer<Approval, never, ThisProject> =>
  layerEffect(
    Effect.suspend(() => {
      // The letters of a text would be answers, each of which denies.
      const given: unknown = answers
      if (!Array.isArray(given) || given.some((answer) => typeof answer !== "string"))
        return Effect.die(new Error("Approval.layerScripted takes a list of answers, each a text"))
      const rest: Array<string> = [...answers]
      return Effect.succeed({
        ask: () =>
          Effect.suspend(() => {
            const answer = rest.shift()
            return answer === undefined
              ? Effect.fail(new Unanswered({ why: "the script has no answer left" }))
              : Effect.succeed({ answer, found: "asked" as const })
          })
      })
    })
  )
