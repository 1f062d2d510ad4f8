/** Hooks as users read them before they accept them: everything that decides what runs. */
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { indented, onOneLine } from "@hookline/schema/kit/shown/visible"
import type { Reader } from "@hookline/node/kit/output/Reader"
import { sentenceOf } from "@hookline/node/kit/output/whyNot"

/** Returns what decides about a hook beside its text: its shell, and the secrets that go with it. */
const ways = ({ handler }: Hook): ReadonlyArray<string> => {
  if (handler._tag === "Command") {
    return [
      ...(handler.shell === undefined ? [] : [`by ${onOneLine(handler.shell)}`]),
      ...(handler.async === true || handler.asyncRewake === true ? ["in the background"] : [])
    ]
  }
  if (handler._tag !== "Http" || handler.allowedEnvVars === undefined) return []
  return [`with ${handler.allowedEnvVars.map(onOneLine).join(", ")} of your environment`]
}

/** Returns the limit, the effect of failures and the rights of an entry. */
const limits = ({ once, onFailure, profile, timeoutMillis }: Hook): ReadonlyArray<string> => [
  ...(once ? ["once"] : []),
  ...(timeoutMillis === undefined ? [] : [`at most ${timeoutMillis / 1000} s`]),
  ...(onFailure === undefined ? [] : [`on failure ${onFailure}`]),
  ...(profile === undefined ? [] : [`in profile ${profile}`])
]

const conditions = (hook: Hook): string => {
  const { if: rule, matcher } = hook
  return [
    matcher === undefined || matcher === "" || matcher === "*" ? "always" : `where ${matcher}`,
    ...(rule === undefined ? [] : [`if ${rule}`]),
    ...ways(hook),
    ...limits(hook)
  ].join(", ")
}

/** Formats a hook: its event, its conditions, and its whole text. */
export const hookRows = (hook: Hook, mark: string | undefined, { paint, relative }: Reader): ReadonlyArray<string> => [
  `  ${paint.bold(hook.event)}  ${conditions(hook)}  ${paint.dim(hook.handler._tag.toLowerCase())}${mark === undefined ? "" : `  ${paint.yellow(mark)}`}`,
  indented(textOf(hook.handler), "      "),
  ...(hook.off === undefined ? [] : [paint.yellow(`      It won't run: ${sentenceOf(hook.off, relative)}.`)])
]
