/** `hookline update`: gets what the sources of plugins have now, once the user has seen what changes. */
import * as Suggestions from "@hookline/core/kit/discover/Suggestions"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { counted } from "@hookline/node/kit/output/units"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import type * as Prompt from "effect/cli/Prompt"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Installation from "../../manage/install/Installation.ts"
import * as Installed from "../../manage/install/Installed.ts"
import * as InstalledChanges from "../../manage/install/InstalledChanges.ts"
import * as UpdatePlan from "../../manage/install/UpdatePlan.ts"
import * as Progress from "../../output/progress.ts"
import { sentence } from "../../output/sentence.ts"
import { agreed } from "../agreed.ts"
import { foldersOf, print, report } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import { userOnly } from "../userOnly.ts"
import { refuseRepointed } from "../install/repointed.ts"
import { ageIn, showAge } from "./age.ts"
import type { Flags } from "./command.ts"
import { moveTrust, reviewIn } from "./moveTrust.ts"
import { showUpdate } from "./show.ts"

/** A plugin with what became of it. */
interface Done {
  readonly name: string
  readonly as: "same" | "shown" | "updated" | "failed"
  readonly update?: UpdatePlan.UpdatePlan
  /** The number of its hooks that run confined until they are trusted. */
  readonly untrusted?: number
  readonly problem?: string
}

const hookOutput = ({ event, handler, id, if: rule, matcher }: Hook) => ({
  id,
  event,
  ...(matcher !== undefined && { matcher }),
  ...(rule !== undefined && { if: rule }),
  kind: handler._tag.toLowerCase(),
  text: textOf(handler)
})

const updateOutput = ({ commands, entry, plan, profiles, secrets }: UpdatePlan.UpdatePlan) => ({
  source: plan.fetched.source,
  ...(entry.commit !== undefined && { from: entry.commit }),
  ...(plan.fetched.commit !== undefined && { to: plan.fetched.commit }),
  repointed: plan.repointed !== undefined,
  commands: {
    added: commands.added.map(hookOutput),
    gone: commands.gone.map(hookOutput),
    changed: commands.changed.map(({ after, before }) => ({ before: hookOutput(before), after: hookOutput(after) }))
  },
  profiles,
  secrets,
  changes: plan.changes,
  diagnostics: plan.diagnostics
})

const output = (project: string, done: ReadonlyArray<Done>) => ({
  version: 1,
  project,
  plugins: done.map(({ update, ...one }) => ({ ...one, ...(update !== undefined && updateOutput(update)) }))
})

/** Returns the plugins that are named: all, or one. */
const named = (
  plugins: ReadonlyArray<Installed.InstalledPlugin>,
  name: Option.Option<string>
): Effect.Effect<ReadonlyArray<Installed.InstalledPlugin>, Problem> => {
  if (Option.isNone(name)) return Effect.succeed(plugins)
  const found = plugins.filter((each) => each.name === name.value)
  if (found.length > 0) return Effect.succeed(found)
  const names = plugins.map((each) => each.name)
  const [meant] = Suggestions.several(name.value, names)
  const hint =
    meant === undefined ? (names.length === 0 ? "" : ` There is ${names.join(", ")}.`) : ` Is ${meant} meant?`
  return Effect.fail(new Problem({ message: `No plugin called ${name.value} is installed here.${hint}` }))
}

const minAgeOf = ({ minAge }: Flags): Effect.Effect<number, Problem> => {
  if (Option.isNone(minAge)) return Effect.succeed(0)
  const millis = ageIn(minAge.value)
  return millis === undefined
    ? Effect.fail(new Problem({ message: `--min-age ${minAge.value} is no age: write 3d, 12h, 30m or 2w` }))
    : Effect.succeed(millis)
}

/** Refuses a commit that is younger than what the user asked for. */
const oldEnough = Effect.fnUntraced(function* (
  { entry, plan: { fetched } }: UpdatePlan.UpdatePlan,
  minAge: number
): Effect.fn.Return<void, Problem> {
  if (minAge === 0) return
  const { commit, committedAt } = fetched
  if (commit !== undefined && commit === entry.commit) return
  const override = "nothing was written. If you have read it, leave --min-age out, or name an older commit with --to"
  if (committedAt === undefined) {
    return yield* new Problem({ message: `the source of ${entry.name} has no commits, and so no age; ${override}` })
  }
  const age = (yield* Clock.currentTimeMillis) - committedAt
  if (age >= minAge) return
  return yield* new Problem({
    message: `the commit ${commit?.slice(0, 12) ?? ""} of ${entry.name} is ${showAge(age)}, and --min-age asks for more; ${override}`
  })
})

/** Refuses what a yes alone must not accept. */
const acceptable = Effect.fnUntraced(function* (
  update: UpdatePlan.UpdatePlan,
  flags: Flags,
  minAge: number
): Effect.fn.Return<void, Problem> {
  const { entry, plan } = update
  if (plan.hooks.length === 0) {
    return yield* new Problem({
      message:
        `${entry.name} brings no hook that could run any more, so that nothing was written; ` +
        `\`hookline remove ${entry.name}\` takes it away`
    })
  }
  yield* oldEnough(update, minAge)
  yield* refuseRepointed(plan, { yes: flags.yes, isAccepted: Option.isSome(flags.to) }, (ref) => `--to ${ref}`)
})

/** Writes an update that was accepted. Returns how many of its hooks stay untrusted. */
const write = Effect.fnUntraced(function* (folders: Project, update: UpdatePlan.UpdatePlan) {
  const before = yield* reviewIn(folders, update.plan.folder)
  yield* Effect.mapError(Installation.put(folders, update.plan), asProblem)
  return yield* moveTrust(folders, update, before)
})

/** Asks about an update, and writes it. */
const carryOut = Effect.fnUntraced(function* (
  folders: Project,
  update: UpdatePlan.UpdatePlan,
  flags: Flags,
  minAge: number
) {
  const { name } = update.entry
  yield* acceptable(update, flags, minAge)
  if (flags.dryRun) return { text: "Nothing was written.", done: { name, as: "shown", update } satisfies Done }
  if (!(yield* agreed(flags, `Update ${onOneLine(name)}?`))) {
    return yield* new Problem({ message: `${name}: nothing was written` })
  }
  const untrusted = yield* write(folders, update)
  const { changes } = update.plan
  const what = InstalledChanges.isChanged(changes) ? InstalledChanges.tell(changes) : "the same files"
  const hint =
    untrusted === 0 ? "" : ` Of it ${counted(untrusted, "hook")} run confined until you trust them: \`hookline trust\`.`
  return {
    text: `${name} is updated: ${what}.${hint}`,
    done: { name, as: "updated", update, untrusted } satisfies Done
  }
})

/** Updates one plugin. A problem is a result, because the others are updated all the same. */
const updateOne = Effect.fnUntraced(function* (
  folders: Project,
  entry: Installed.InstalledPlugin,
  flags: Flags,
  minAge: number
): Effect.fn.Return<Done, never, Prompt.Environment> {
  const { name } = entry
  const say = (text: string) => (flags.json ? Effect.void : print(false, undefined, sentence, text))
  const planned = yield* Effect.result(
    Progress.during(
      `Fetching ${name}`,
      UpdatePlan.make(folders, entry, { force: flags.force, ...(Option.isSome(flags.to) && { to: flags.to.value }) })
    )
  )
  if (Result.isFailure(planned)) return { name, as: "failed", problem: planned.failure.message }
  const update = planned.success
  if (update.plan.as === "same" && update.plan.hooks.length > 0) {
    yield* say(`${name} is as its source has it; nothing was written.`)
    return { name, as: "same", update }
  }
  if (!flags.json) yield* print(false, undefined, showUpdate, update)
  const ended = yield* Effect.result(carryOut(folders, update, flags, minAge))
  if (Result.isFailure(ended)) return { name, as: "failed", update, problem: ended.failure.message }
  yield* say(ended.success.text)
  return ended.success.done
})

export const update = Effect.fnUntraced(function* (flags: Flags) {
  if (!flags.dryRun) yield* userOnly("update")
  const minAge = yield* minAgeOf(flags)
  const folders = yield* foldersOf(flags.project)
  const { plugins } = yield* Effect.mapError(Installed.read(folders.project), asProblem)
  const wanted = yield* named(plugins, flags.name)
  if (Option.isSome(flags.to) && Option.isNone(flags.name)) {
    return yield* new Problem({ message: "--to is for one plugin: name it, too" })
  }
  if (wanted.length === 0 && !flags.json)
    return yield* print(false, undefined, sentence, "No plugin is installed here.")
  const done = yield* Effect.forEach(wanted, (entry) => updateOne(folders, entry, flags, minAge))
  if (flags.json) yield* print(true, output(folders.project, done), sentence, "")
  const failed = done.filter(({ as }) => as === "failed")
  const [first] = failed
  if (first === undefined) return
  if (wanted.length === 1) return yield* new Problem({ message: first.problem ?? "" })
  yield* Effect.forEach(failed, ({ problem = "" }) => report(problem), { discard: true })
  return yield* new Problem({ message: `${counted(failed.length, "plugin")} of ${wanted.length} were not updated` })
})
