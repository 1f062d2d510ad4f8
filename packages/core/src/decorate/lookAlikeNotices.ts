/** Reports hooks that do not run because the host's name of a tool only looks like the one that they name. */
import { type OnFailure, stricter } from "@hookline/schema/Hook"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Outcome from "@hookline/schema/Outcome"
import { onFailureOf } from "../execute/EventContext.ts"
import type { LookAlike } from "../match/Matcher.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import type { LossEffect, NoticeContext } from "./lossNotices.ts"
import { onceKey } from "./pendingNotices.ts"

const none: LossEffect = { outcome: Outcome.empty, pending: [] }

const quoted = (name: string): string => `"${onOneLine(name)}"`

/** Describes hooks that name one tool, by the first of them. */
const sentenceOf = (tool: string, word: string, found: ReadonlyArray<LookAlike>): string => {
  const [first] = found
  const names = found.length === 1 ? `${first?.hook.id} does` : `${first?.hook.id} and ${found.length - 1} more do`
  return `the tool ${quoted(tool)} has other characters than ${quoted(word)}, so that ${names} not run on it`
}

/**
 * Returns the effect of look-alikes on an event. Names in ASCII may be of two tools, and are a notice once in a session. A
 * name with characters that no name of a tool has is a failure of each hook for the tool that it looks like.
 */
export const ofLookAlikes = (
  context: Pick<NoticeContext, "compiled" | "event" | "onFailure" | "session" | "settings">,
  now: number
): LossEffect => {
  const { compiled, event, session } = context
  const found = compiled.lookAlikes(event)
  if (found.length === 0 || !("toolName" in event)) return none
  const effects = Array.from(
    Map.groupBy(found, ({ word }) => word),
    ([word, each]): LossEffect => {
      const text = sentenceOf(event.toolName, word, each)
      const policy = each
        .filter(({ isDisguised }) => isDisguised)
        .map(({ hook }) => hook.onFailure ?? onFailureOf(context))
        .reduce<OnFailure>(stricter, "open")
      if (policy !== "open") {
        return { outcome: FailurePolicy.decide(policy, { by: "hookline", text }, event), pending: [] }
      }
      const losses = [`${event.toolName} ${each.map(({ hook }) => hook.id).join(" ")}`]
      return {
        outcome: Outcome.empty,
        pending: [
          {
            key: onceKey(session, now),
            mark: SessionMark.encode({ _tag: "LossesReported", losses }),
            sentMark: SessionMark.encode({ _tag: "LossesSent", losses }),
            notices: [{ by: "hookline", level: "warning", text }]
          }
        ]
      }
    }
  )
  return {
    outcome: Outcome.reducer.combineAll(effects.map(({ outcome }) => outcome)),
    pending: effects.flatMap(({ pending }) => pending)
  }
}
