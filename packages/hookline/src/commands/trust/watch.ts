/** `hookline trust --watch`: for authors, a terminal that stays and trusts what changes below a path while it is open. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { realpathSync } from "node:fs"
import { authoredIn } from "../../manage/trust/Authored.ts"
import type { Review, Reviewed } from "../../manage/trust/Review.ts"
import { sentence } from "../../output/sentence.ts"
import { print } from "../context.ts"
import { Problem } from "../Problem.ts"
import { reviewOf, write } from "./reviewing.ts"

const say = (text: string): Effect.Effect<void> => print(false, undefined, sentence, text)

/** The time between two looks, in milliseconds. */
const lookMillis = 500

const realOf = (written: string): Effect.Effect<string, Problem> =>
  Effect.try({
    try: () => realpathSync(written),
    catch: () => new Problem({ message: `nothing was written: ${onOneLine(written)} is not there` })
  })

/** Names what has changed of a hook. */
const lineOf = ({ difference, hook }: Reviewed): string => {
  if (difference === undefined) return `${onOneLine(hook.id)}: new`
  const { appeared, changed, entry, gone } = difference
  const files = [...(entry ? ["its entry"] : []), ...changed, ...appeared, ...gone].map(onOneLine)
  return `${onOneLine(hook.id)}: ${files.join(", ")}`
}

/** Ends once the terminal has nothing more to type, as by Ctrl-D. */
const ended = Effect.callback<void>((resume) => {
  const end = () => resume(Effect.void)
  process.stdin.once("end", end).once("close", end).resume()
  return Effect.sync(() => void process.stdin.off("end", end).off("close", end).pause())
})

/** Looks again and again. A hook that is left out is named once for each content. */
const looking = Effect.fnUntraced(function* (
  folders: Project,
  folder: string,
  first: Review
): Effect.fn.Return<never, Problem> {
  let before = first
  const told = new Set(first.hooks.map(({ hook, seal }) => `${hook.id} ${seal.digest}`))
  for (;;) {
    yield* Effect.sleep(lookMillis)
    const now = yield* reviewOf(folders, [])
    const { others, trusted } = authoredIn(before, now, folder)
    for (const reviewed of trusted) {
      const { decision } = reviewed
      yield* write(folders, [reviewed], { by: "watch", profile: Option.fromUndefinedOr(decision?.profile) })
      yield* say(`trusted  ${lineOf(reviewed)}`)
    }
    for (const reviewed of others) {
      const key = `${reviewed.hook.id} ${reviewed.seal.digest}`
      if (!told.has(key)) yield* say(`left     ${lineOf(reviewed)}: see \`hookline trust\``)
      told.add(key)
    }
    // What was trusted just now is the next state to compare with.
    before = trusted.length === 0 ? merged(before, now) : yield* reviewOf(folders, [])
  }
})

/** Keeps the trusted hooks of the last look: one that is being edited may be broken or missing for a moment. */
const merged = (before: Review, now: Review): Review => {
  const present = new Set(now.hooks.map(({ hook }) => hook.id))
  const kept = before.hooks.filter(({ hook, state }) => state === "trusted" && !present.has(hook.id))
  const states = new Map(before.hooks.map((one) => [one.hook.id, one]))
  return {
    ...now,
    hooks: [...now.hooks.map((one) => (one.state === "trusted" ? one : (states.get(one.hook.id) ?? one))), ...kept]
  }
}

/** Trusts what changes below a path until the terminal is closed. */
export const watch = Effect.fnUntraced(function* (folders: Project, written: string) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    return yield* new Problem({ message: "nothing was written: --watch needs a terminal, which stays open" })
  }
  const folder = yield* realOf(written)
  const first = yield* reviewOf(folders, [])
  const open = first.hooks.filter(({ state }) => state !== "trusted").length
  yield* say(
    `Watching ${onOneLine(folder)}: whatever is written there is trusted, by whom ever, until Ctrl-C. ` +
      (open === 0 ? "" : `${open} of ${first.hooks.length} hooks are not trusted, and stay so: \`hookline trust\`.`)
  )
  yield* Effect.raceFirst(looking(folders, folder, first), ended)
  return yield* say("Nothing is trusted from now on that changes.")
})
