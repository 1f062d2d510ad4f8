/** The layers around the hooks, from plain options. */
import * as Approval from "@hookline/coordinator/Approval"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { sentence } from "@hookline/core/PipelineError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Provided } from "../Hookline.ts"
import { kindOf } from "../options/kinds.ts"
import { plainEvent } from "./events.ts"
import type { OpenOptions } from "./OpenOptions.ts"

type Approve = Exclude<NonNullable<OpenOptions["approve"]>, "host">

const answerOf = (answer: unknown): string => {
  if (typeof answer === "boolean") return answer ? "Allow once" : "Deny"
  if (typeof answer === "string") return answer
  throw new TypeError(`approve returned ${kindOf(answer)}, which is no answer`)
}

const approval = (approve: Approve) =>
  Approval.layer((request) =>
    Effect.tryPromise({
      try: async (signal) => {
        const { event, timeoutMillis, turn: _, ...rest } = request
        const asking = { ...rest, event: plainEvent(event), timeout: timeoutMillis }
        return { answer: answerOf(await approve(asking, { signal })), found: "asked" as const }
      },
      catch: (error) => new Approval.Unanswered({ why: sentence(error) })
    })
  )

const done = (work: () => void | Promise<void>): Effect.Effect<void> => Effect.promise(async () => work())

/** Loads the model's module on demand, because that takes a tenth of a second at start. */
const model = (said: NonNullable<OpenOptions["model"]>): Layer.Layer<LanguageModel> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./model.ts")),
      ({ modelOf }) => modelOf(said)
    )
  )

/** Returns the layers of all options that are set. */
export const partsOf = ({ approve, audit, context, display, model: said }: OpenOptions): ReadonlyArray<Provided> => [
  ...(approve === undefined ? [] : [approve === "host" ? Approval.layerDeferred : approval(approve)]),
  ...(display === undefined ? [] : [Display.layer((notices, event) => done(() => display(notices, event)))]),
  ...(context === undefined ? [] : [ContextSink.layer((messages, session) => done(() => context(messages, session)))]),
  ...(audit === undefined ? [] : [AuditLog.layer({ folder: audit })]),
  ...(said === undefined ? [] : [model(said)])
]
