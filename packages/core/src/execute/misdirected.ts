/** Denials on standard error of a hook that exits with 0: no host reads them there, and the action passes. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import type * as Effect from "effect/Effect"
import type { EventContext } from "./EventContext.ts"
import type { HookResult } from "./HookResult.ts"
import { byMark } from "./noticedOnce.ts"

/** Matches a reply that denies or asks. */
const reply =
  /"(?:permissionD|d)ecision"\s*:\s*"(?:block|deny|ask)"|"behavior"\s*:\s*"deny"|"(?:continue"\s*:\s*false|block"\s*:\s*true)\b/

/** Matches a line that begins with the word by which guards report a denial, alone or before a reason. */
const word = /^[^\w\n]*(?:BLOCKED|DENIED)(?:[ \t]*[:!.—–-]|[ \t]+by\b|[ \t]*$)/m

const colors = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g")

/**
 * Checks whether a reply denies on standard error alone, where the hook exited with 0 and printed nothing else.
 *
 * @category guards
 * @since 0.1.0
 */
export const is = (came: HookReply, event: HookEvent): boolean =>
  came._tag === "Exit" &&
  came.code === 0 &&
  came.stderr !== "" &&
  came.stdout.trim() === "" &&
  (reply.test(came.stderr) || word.test(came.stderr.replaceAll(colors, ""))) &&
  Capabilities.mayDeny(event)

/** Adds a notice to the result of such a hook, once per session and hook. */
export const noticed = (
  context: EventContext,
  hook: Hook,
  event: HookEvent,
  result: HookResult
): Effect.Effect<HookResult> =>
  byMark(context, hook, event, result, { _tag: "Misdirected", hook: hook.id }, (isNew) => {
    if (!isNew) return result
    const text = `${hook.id} seems to deny on standard error, but ended with 0, so that its denial does not count; exit with 2, or print the reply on standard output`
    const outcome = Outcome.reducer.combine(
      result.outcome,
      Outcome.make({ notices: [{ by: hook.id, level: "warning", text }] })
    )
    return { ...result, outcome, run: { ...result.run, outcome } }
  })
