/** `hookline trust` and `hookline untrust`: what of a project's hooks may have its full effect. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Profile } from "@hookline/schema/Profile"
import * as Suggestions from "@hookline/core/kit/discover/Suggestions"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import { counted } from "@hookline/node/kit/output/units"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { changesIn } from "../../manage/trust/Differences.ts"
import * as Review from "../../manage/trust/Review.ts"
import { unchangedSince } from "../../manage/trust/unchangedSince.ts"
import { sentence } from "../../output/sentence.ts"
import { foldersOf, print, report } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import { userOnly } from "../userOnly.ts"
import type { Flags, UntrustFlags } from "./command.ts"
import { recordOf, reviewOf, write } from "./reviewing.ts"
import { showChanges, showFiles, showReview, showStates } from "./show.ts"

/** Checks whether a word names a hook: by its id, the end of it, or its beginning. */
const isNamed = (id: string, name: string): boolean =>
  id === name || id.endsWith(`/${name}`) || id.startsWith(`${name}/`)

/** Returns the hooks of these names. A name without a hook is a problem, because a guard may be meant. */
const named = (review: Review.Review, names: ReadonlyArray<string>): Effect.Effect<Review.Review, Problem> => {
  if (names.length === 0) return Effect.succeed(review)
  const unknown = names.find((name) => !review.hooks.some(({ hook }) => isNamed(hook.id, name)))
  if (unknown !== undefined) {
    const ids = review.hooks.map(({ hook }) => hook.id)
    const meant = Suggestions.nearest(unknown, [...ids, ...ids.map((id) => id.slice(id.lastIndexOf("/") + 1))])
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`
    return Effect.fail(
      new Problem({
        message: `no hook of this project is called ${unknown}.${hint} \`hookline trust --list\` lists them`
      })
    )
  }
  return Effect.succeed({
    ...review,
    hooks: review.hooks.filter(({ hook }) => names.some((name) => isNamed(hook.id, name)))
  })
}

const output = (review: Review.Review, decided: ReadonlyArray<string> = []) => ({
  version: 1,
  project: review.project,
  digest: review.digest,
  decided,
  hooks: review.hooks.map(({ decision, difference, hook, proposal, seal, state }) => ({
    id: hook.id,
    event: hook.event,
    state,
    profile: decision?.profile ?? seal.profile,
    seal,
    ...(decision !== undefined && { since: decision.at }),
    ...(difference !== undefined && { difference }),
    ...(proposal !== undefined && { proposed: proposal.files })
  }))
})

const isOpen = ({ state }: Review.Reviewed): boolean => state !== "trusted"

/** The answers to the question about all hooks. */
type Answer = "each" | "none" | "refuse" | "state" | "trust"

/** Returns the number of files that hooks may have written themselves. */
const proposedIn = (hooks: ReadonlyArray<Review.Reviewed>): number =>
  new Set(hooks.flatMap(({ proposal }) => proposal?.files ?? [])).size

const ask = (count: number, proposed: number): Effect.Effect<Answer, never, Prompt.Environment> =>
  Effect.orElseSucceed(
    Prompt.Select<Answer>({
      message: `Trust ${count === 1 ? "it" : `all ${count}`} as shown?`,
      choices: [
        { title: "No, change nothing", value: "none" },
        { title: `Trust ${counted(count, "hook")}`, value: "trust" },
        ...(proposed === 0
          ? []
          : [
              {
                title: `Trust ${counted(count, "hook")}, and let them write ${counted(proposed, "file")} from now on`,
                value: "state" as const
              }
            ]),
        { title: "Decide about each", value: "each" },
        { title: `Refuse ${counted(count, "hook")}: never run here`, value: "refuse" }
      ]
    }),
    (): Answer => "none"
  )

/** The answers to the question about one hook: a profile, or none. */
type One = Profile | "leave" | "refuse" | "state"

const askOne = ({ hook, proposal, seal }: Review.Reviewed): Effect.Effect<One, never, Prompt.Environment> =>
  Effect.orElseSucceed(
    Prompt.Select<One>({
      message: hook.id,
      choices: [
        { title: "Leave it: it runs confined, and can only deny or ask", value: "leave" },
        { title: `Trust it, in the profile ${seal.profile}`, value: seal.profile },
        ...(proposal === undefined
          ? []
          : [
              {
                title: `Trust it, and let it write ${counted(proposal.files.length, "file")} from now on`,
                value: "state" as const
              }
            ]),
        ...(seal.profile === "open" ? [] : [{ title: "Trust it with all of your rights", value: "open" as const }]),
        { title: "Refuse it: never run here", value: "refuse" }
      ]
    }),
    (): One => "leave"
  )

/** Asks about each hook, and writes each answer at once: who stops in the middle keeps what was decided. */
const decideEach = Effect.fnUntraced(function* (folders: Project, hooks: ReadonlyArray<Review.Reviewed>) {
  const trusted: Array<string> = []
  for (const reviewed of hooks) {
    const answer = yield* askOne(reviewed)
    if (answer === "leave") continue
    if (answer === "refuse") {
      yield* Effect.mapError(
        TrustStore.update(folders.home, folders.project, Review.refusing([reviewed.hook.id])),
        asProblem
      )
      continue
    }
    const [decided, profile] =
      answer === "state" ? [Review.withState(reviewed), Option.none()] : [reviewed, Option.some(answer)]
    trusted.push(...(yield* write(folders, [decided], { by: "terminal", profile })))
  }
  return trusted
})

const trusted = (ids: ReadonlyArray<string>): string =>
  ids.length === 0 ? "Nothing is trusted that was not before." : `Trusted ${counted(ids.length, "hook")}.`

/** Returns the hooks that flags let trust without a question, or `undefined` where a question is to be put. */
const withoutQuestion = Effect.fnUntraced(function* (flags: Flags, review: Review.Review, wanted: Review.Review) {
  const open = wanted.hooks.filter(isOpen)
  if (Option.isSome(flags.digest)) {
    if (flags.digest.value === review.digest) return { hooks: open, by: "digest" }
    const message = `nothing was written: the digest of this project is ${review.digest}, not ${flags.digest.value}`
    return yield* new Problem({ message })
  }
  if (Option.isSome(flags.ref)) {
    const same = yield* Effect.mapError(unchangedSince(review.project, flags.ref.value, open), asProblem)
    const changed = open.filter((hook) => !same.includes(hook))
    if (changed.length > 0) {
      yield* report(
        `not as at ${flags.ref.value}, and so not trusted: ${changed.map(({ hook }) => hook.id).join(", ")}`
      )
    }
    return { hooks: same, by: `ref ${flags.ref.value}` }
  }
  return undefined
})

export const trust = Effect.fnUntraced(function* (flags: Flags) {
  const isReading = Option.isNone(flags.watch) && (flags.list || flags.show || flags.diff || flags.dryRun)
  if (!isReading) yield* userOnly("trust")
  const folders = yield* foldersOf(flags.project)
  if (Option.isSome(flags.watch)) {
    const watched = flags.watch.value
    const { watch } = yield* Effect.promise(() => import("./watch.ts"))
    return yield* watch(folders, watched)
  }
  const review = yield* reviewOf(folders, flags.state)
  const wanted = yield* named(review, flags.names)
  if (flags.list) return yield* print(flags.json, output(wanted), showStates, wanted)
  if (flags.show) return yield* print(flags.json, output(wanted), showFiles, wanted)
  if (flags.diff) {
    const changes = changesIn(folders.home, wanted)
    return yield* print(flags.json, { ...output(wanted), changes }, showChanges, { changes })
  }
  const ends = (ids: ReadonlyArray<string>, text: string) => print(flags.json, output(wanted, ids), sentence, text)
  if (flags.refuse) {
    const ids = flags.names.length === 0 ? ["*"] : wanted.hooks.map(({ hook }) => hook.id)
    yield* Effect.mapError(TrustStore.update(folders.home, folders.project, Review.refusing(ids)), asProblem)
    return yield* ends([], `Refused ${ids[0] === "*" ? "all hooks of this project" : counted(ids.length, "hook")}.`)
  }
  if (!flags.json) yield* print(false, undefined, showReview, wanted)
  if (flags.dryRun) return yield* ends([], `Nothing was written. The digest of all of it is ${review.digest}.`)
  const given = yield* withoutQuestion(flags, review, wanted)
  if (given !== undefined) {
    const ids = yield* write(folders, given.hooks, { by: given.by, profile: flags.profile })
    return yield* ends(ids, trusted(ids))
  }
  const open = wanted.hooks.filter(isOpen)
  if (open.length === 0) return flags.json ? yield* ends([], "") : undefined
  if (!process.stdin.isTTY || !process.stdout.isTTY || flags.json) {
    return yield* new Problem({
      message: "nothing was written: run it at a terminal, or pass the --digest that --dry-run prints"
    })
  }
  const answer = yield* ask(open.length, proposedIn(open))
  if (answer === "none") return yield* new Problem({ message: "nothing was written" })
  if (answer === "refuse") {
    const ids = open.map(({ hook }) => hook.id)
    yield* Effect.mapError(TrustStore.update(folders.home, folders.project, Review.refusing(ids)), asProblem)
    return yield* ends([], `Refused ${counted(ids.length, "hook")}.`)
  }
  const ids =
    answer === "each"
      ? yield* decideEach(folders, open)
      : yield* write(folders, answer === "state" ? open.map(Review.withState) : open, {
          by: "terminal",
          profile: flags.profile
        })
  return yield* ends(ids, trusted(ids))
})

export const untrust = Effect.fnUntraced(function* (flags: UntrustFlags) {
  yield* userOnly("untrust")
  const folders = yield* foldersOf(flags.project)
  const record = yield* recordOf(folders)
  const known = [...Object.keys(record.hooks), ...(record.refused ?? [])]
  const ids = flags.names.length === 0 ? known : known.filter((id) => flags.names.some((name) => isNamed(id, name)))
  const missing = flags.names.find((name) => !known.some((id) => isNamed(id, name)))
  if (missing !== undefined) {
    return yield* new Problem({ message: `nothing was decided about ${missing} in this project` })
  }
  yield* Effect.mapError(TrustStore.update(folders.home, folders.project, Review.forgetting(ids)), asProblem)
  return yield* print(
    flags.json,
    { version: 1, project: folders.project, forgotten: ids },
    sentence,
    ids.length === 0 ? "Nothing was decided about hooks of this project." : `Forgot ${counted(ids.length, "decision")}.`
  )
})
