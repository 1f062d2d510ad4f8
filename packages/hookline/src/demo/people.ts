/** Asks the person at the terminal in a demonstration, if there is one. Questions are kept for the table. */
import { Approval, layerEffect, type Request, Unanswered } from "@hookline/coordinator/Approval"
import * as ApprovalTerminal from "@hookline/coordinator/ApprovalTerminal"
import type { ThisProject } from "@hookline/core/ThisProject"
import type * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Asked } from "./Played.ts"

export interface People {
  readonly layer: Layer.Layer<Approval, never, Approval | Prompt.Environment | ThisProject>
  /** Takes the questions since the last call. */
  readonly asked: () => ReadonlyArray<Asked>
  /** `true` if the person has left, as by Ctrl-C. */
  readonly hasLeft: () => boolean
}

export const people = (isAttended: boolean): People => {
  let asked: ReadonlyArray<Asked> = []
  let hasLeft = false
  const keep = ({ by, prompt }: Request, answer: string): void => {
    asked = [...asked, { by, prompt, answer }]
  }
  const noticing = Effect.map(Approval, ({ ask }) => ({
    ask: (request: Request) =>
      ask(request).pipe(
        Effect.tap(({ answer }) => Effect.sync(() => keep(request, answer))),
        Effect.tapError(({ why }: Unanswered) =>
          Effect.sync(() => {
            keep(request, why)
            // At a terminal there is no other way not to answer.
            hasLeft = isAttended
          })
        )
      )
  }))
  const noticed = layerEffect(noticing)
  return {
    layer: isAttended ? Layer.provide(noticed, ApprovalTerminal.layer) : noticed,
    asked: () => {
      const now = asked
      asked = []
      return now
    },
    hasLeft: () => hasLeft
  }
}
