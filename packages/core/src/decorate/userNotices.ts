/** Reports at the start of a session what has changed of the user's own hooks: nothing judges them, and worms write there. */
import { type Hook, isOfProject } from "@hookline/schema/Hook"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import { judgeName } from "../execute/trusted.ts"
import { callPort } from "../execute/port.ts"
import type { Compiled } from "../match/Matcher.ts"
import type { Trust, UserChange } from "../trust/Trust.ts"

const isUsers = (hook: Hook): boolean => hook.handler._tag !== "Native" && !isOfProject(hook)

/** Checks whether an event reports them. */
export const reportsUsers = (
  { _tag }: Pick<HookEvent, "_tag">,
  trust: Pick<Trust["Service"], "userChanges">
): boolean => _tag === "SessionStart" && trust.userChanges !== undefined

/** The time limit of a look, in milliseconds. The first one reads all files, which is slow on a busy machine. */
const lookingMillis = 10_000

/** The number of hooks that a notice names. */
const mostNamed = 5

const named = ({ files, hook }: UserChange): string => {
  const [first = "", ...more] = files.map(onOneLine)
  return `${onOneLine(hook)} (${first}${more.length > 0 ? ` and ${more.length} more` : ""})`
}

const sentenceOf = (changes: ReadonlyArray<UserChange>): string => {
  const parts = (["new", "changed", "gone"] as const).flatMap((what) => {
    const found = changes.filter((change) => change.what === what)
    if (found.length === 0) return []
    const names = found.slice(0, mostNamed).map(named).join(", ")
    return [`${what}: ${names}${found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ""}`]
  })
  return `Your own hooks have changed since the last session: ${parts.join("; ")}. If that was not you, look at them: \`hookline list\`.`
}

const noticed = (level: "info" | "warning", text: string): Outcome.Outcome =>
  Outcome.make({ notices: [{ by: "hookline trust", level, text }] })

/** Returns the notice about what has changed since the last session. It decides nothing. */
export const ofUsers = ({ catalog }: Compiled, trust: Trust["Service"]): Effect.Effect<Outcome.Outcome> => {
  const { userChanges } = trust
  if (userChanges === undefined) return Effect.succeed(Outcome.empty)
  return Effect.match(
    callPort(judgeName, () => userChanges(catalog.hooks.filter(isUsers)), lookingMillis),
    {
      onSuccess: ({ changes, issue }) =>
        Outcome.reducer.combineAll([
          issue === undefined ? Outcome.empty : noticed("warning", `Changes of your own hooks are not known: ${issue}`),
          changes.length === 0 ? Outcome.empty : noticed("warning", sentenceOf(changes))
        ]),
      onFailure: ({ message }) => noticed("warning", `Changes of your own hooks are not known: ${message}.`)
    }
  )
}
