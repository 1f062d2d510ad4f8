/** The answer to a host's payload. */
import type { Dialect, HostReply } from "@hookline/core/Dialect"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { legibleOutcome } from "@hookline/core/kit/translate/legible"
import { type PipelineError, sentence } from "@hookline/core/PipelineError"
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Hookline } from "../Hookline.ts"
import { HooklineError } from "./HooklineError.ts"
import type { EmitOptions } from "./Hooks.ts"
import type { PlainAnswer } from "./PlainAnswer.ts"
import { plainReport } from "./reports.ts"

/** The services that answer a payload. */
export interface Answering {
  readonly hookline: Pick<Hookline["Service"], "run">
  readonly host: Dialect
  /** Returns the policy for failures of hooks without one. */
  readonly onFailure: () => OnFailure
}

const plain = ({ unsupported, ...reply }: HostReply): Pick<PlainAnswer, "reply" | "unsupported"> => ({
  reply,
  unsupported: unsupported.map(({ text }) => text)
})

/** Answers a payload whose hooks could not run, as the policy decides. Dies if its event is unknown. */
const failed = ({ host, onFailure }: Answering, payload: unknown, error: PipelineError): Effect.Effect<PlainAnswer> => {
  const read = host.event.read(payload)
  const event: HookEvent | undefined = Result.isSuccess(read) ? read.success.events[0] : undefined
  if (event === undefined) return Effect.die(new HooklineError("bad-event", sentence(error), { cause: error }))
  const text = `no hook could be run: ${sentence(error)}`
  const outcome = legibleOutcome(FailurePolicy.decide(onFailure(), { by: "hookline", text }, event))
  return Effect.succeed({ reports: [], ...plain(host.reply.write(outcome, event)) })
}

/** Runs the hooks of a payload, and encodes the answer for its host. */
export const answered = (
  answering: Answering,
  payload: unknown,
  options?: Pick<EmitOptions, "continuations">
): Effect.Effect<PlainAnswer> =>
  Effect.matchEffect(
    answering.hookline.run(
      payload,
      options?.continuations === undefined ? undefined : { continuations: options.continuations }
    ),
    {
      onFailure: (error) => failed(answering, payload, error),
      onSuccess: ({ answered: events, reply, reports }) =>
        Effect.succeed({
          // Each answered event has its report.
          reports: reports.flatMap((report, index) => {
            const event = events[index]
            return event === undefined ? [] : [plainReport(report, event)]
          }),
          ...plain(reply)
        })
    }
  )
