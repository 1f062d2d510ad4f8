/** Settles texts for the model: they are made plain, admitted by the budget, delivered, and recorded in any case. */
import type * as Outcome from "@hookline/schema/Outcome"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Admission, type Injection, injection as makeInjection } from "../ContextBudget.ts"
import { legible } from "@hookline/schema/kit/shown/legible"
import { callPort } from "@hookline/core/kit/execute/port"
import { type Settling, type SettlePorts, told } from "../../internal/SettlePorts.ts"

const injectionOf = ({ name, session }: Settling, context: Outcome.Context, time: number): Injection =>
  makeInjection({ ...context, text: legible(context.text) }, { event: name, time, session: session.session })

/** The part that the model gets, or `undefined`. */
const given = (injection: Injection, admission: Admission): Injection | undefined => {
  if (admission._tag === "Given") return injection
  if (admission._tag === "Refused") return undefined
  return makeInjection({ ...injection, text: admission.preview }, injection)
}

const notice = ({ by }: Injection, admission: Admission): ReadonlyArray<Outcome.Notice> => {
  const warn = (text: string) => [{ by, level: "warning" as const, text: `the text of ${by} for the model ${text}` }]
  switch (admission._tag) {
    case "Given":
      return admission.warning === undefined ? [] : warn(admission.warning)
    case "Refused":
      return warn(`is refused, since it ${admission.why}`)
    case "Spilled":
      return warn(`is in ${admission.file}, since it ${admission.why}`)
  }
}

const fates = { Given: "given", Refused: "refused", Spilled: "spilled" } as const

const whyOf = (admission: Admission): string | undefined => {
  if (admission._tag === "Given") return admission.warning
  return admission._tag === "Refused" ? admission.why : admission.file
}

const record = ({ audit }: SettlePorts, injection: Injection, admission: Admission): Effect.Effect<void> => {
  const { by, bytes, event, role, session, text } = injection
  const why = whyOf(admission)
  return audit.record({
    _tag: "Injection",
    by,
    event,
    role,
    bytes,
    text,
    fate: fates[admission._tag],
    ...(session !== undefined && { session }),
    ...(why !== undefined && { why })
  })
}

/** The outcome with the texts that the model is given, each as it is given. */
export const settleContext = Effect.fnUntraced(function* (
  parts: SettlePorts,
  matter: Settling,
  outcome: Outcome.Outcome
): Effect.fn.Return<Outcome.Outcome> {
  const { budget, sink, turns } = parts
  const session = matter.session.session
  const time = yield* Clock.currentTimeMillis
  const all: Array<Injection> = []
  const contexts: Array<Outcome.Context> = []
  const notices: Array<Outcome.Notice> = []
  for (const context of outcome.context) {
    const injection = injectionOf(matter, context, time)
    // Nothing is left of it that could be read.
    if (injection.text === "") continue
    const admission = yield* Effect.catchTag(
      callPort("the budget", () => budget.admit(injection, turns.spent(session))),
      "PortFailed",
      ({ message }) => Effect.succeed(Admission.Refused({ why: `could not be compared with the budget: ${message}` }))
    )
    notices.push(...notice(injection, admission), ...(yield* told("audit", () => record(parts, injection, admission))))
    const kept = given(injection, admission)
    if (kept === undefined) continue
    turns.spend(session, kept.tokens)
    all.push(kept)
    const { by, ephemeral, role, text } = kept
    contexts.push({ by, text, role, ephemeral, ...(context.objection === true && { objection: true }) })
  }
  if (all.length > 0) notices.push(...(yield* told("sink of texts for the model", () => sink.deliver(all))))
  return {
    ...outcome,
    context: contexts,
    notices: [...outcome.notices, ...notices]
  }
})
