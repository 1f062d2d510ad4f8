/** `hookline install`: copies a plugin into the project, once the user has seen what it will run, or restores the lock. */
import { workingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import { textOf } from "@hookline/schema/Handler"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import * as Installation from "../../manage/install/Installation.ts"
import * as InstallPlan from "../../manage/install/InstallPlan.ts"
import * as PluginFetch from "../../manage/install/PluginFetch.ts"
import * as PluginSource from "../../manage/install/PluginSource.ts"
import type { Flags } from "./command.ts"
import { agreed } from "../agreed.ts"
import { userOnly } from "../userOnly.ts"
import { asProblem, Problem } from "../Problem.ts"
import { foldersOf, print, reader } from "../context.ts"
import { trustWritten } from "../trust/trustWritten.ts"
import { counted } from "@hookline/node/kit/output/units"
import * as Progress from "../../output/progress.ts"
import { sentence } from "../../output/sentence.ts"
import { refuseRepointed } from "./repointed.ts"
import { restore } from "./restore.ts"
import { showInstall } from "./show.ts"

const fetched = (named: PluginSource.Named, folder: string) =>
  Progress.during(
    named._tag === "Git" ? `Fetching ${PluginSource.withoutSecret(named.url)}` : "Reading the plugin",
    Effect.scoped(PluginFetch.fetch(named, folder))
  )

const output = (
  { as, changes, diagnostics, fetched, folder, hooks, name, repointed }: InstallPlan.Plan,
  installed: boolean
) => ({
  version: 1,
  name,
  as,
  installed,
  folder,
  source: fetched.source,
  ...(fetched.commit !== undefined && { commit: fetched.commit }),
  ...(fetched.version !== undefined && { pluginVersion: fetched.version }),
  files: fetched.files.length,
  changes,
  ...(repointed !== undefined && { repointed }),
  hooks: hooks.map(({ event, handler, id, if: rule, matcher, off }) => ({
    id,
    event,
    ...(matcher !== undefined && { matcher }),
    ...(rule !== undefined && { if: rule }),
    kind: handler._tag.toLowerCase(),
    text: textOf(handler),
    ...(off !== undefined && { off })
  })),
  diagnostics
})

/** Copies the plugin of a source. */
const copy = Effect.fnUntraced(function* (flags: Flags, source: string) {
  if (flags.frozen) return yield* new Problem({ message: "--frozen compares all of the lock: leave the source out" })
  if (!flags.dryRun) yield* userOnly("install")
  const folders = yield* foldersOf(flags.project)
  const named = yield* Effect.mapError(
    Effect.fromResult(PluginSource.parse(source, workingFolder().folder, existsSync)),
    asProblem
  )
  const plan = yield* Effect.mapError(
    Effect.flatMap(fetched(named, folders.project), (plugin) =>
      InstallPlan.plan(folders, plugin, {
        force: flags.force,
        ...(Option.isSome(flags.name) && { name: flags.name.value })
      })
    ),
    asProblem
  )
  if (!flags.json) yield* Console.log(`${showInstall(plan, reader())}\n`)
  const { as, hooks, name } = plan
  const ends = (installed: boolean, text: string) => print(flags.json, output(plan, installed), sentence, text)
  if (hooks.length === 0) {
    if (flags.json) yield* ends(false, "")
    return yield* new Problem({ message: `${name} brings no hook that could run, so that nothing was installed` })
  }
  if (as === "same") return yield* ends(true, `${name} is as it should be; nothing was written.`)
  if (flags.dryRun) return yield* ends(false, "Nothing was written.")
  const accepted = refuseRepointed(plan, { yes: flags.yes, isAccepted: flags.force }, () => "--force")
  const isAgreed = yield* Effect.tapError(Effect.andThen(accepted, agreed(flags, `Install ${name}?`)), () =>
    flags.json ? ends(false, "") : Effect.void
  )
  if (!isAgreed) return yield* new Problem({ message: "nothing was written" })
  yield* Effect.mapError(Installation.put(folders, plan), asProblem)
  yield* trustWritten(folders, "install", ({ source }) => (source.pluginFolder ?? source.folder) === plan.folder)
  return yield* ends(
    true,
    `${name} is ${as === "new" ? "installed" : "updated"}: ${counted(hooks.length, "hook")}. ` +
      `\`hookline disable ${name}\` switches it off, \`hookline remove ${name}\` takes it away.`
  )
})

export const install = (flags: Flags) =>
  Option.match(flags.source, { onSome: (source) => copy(flags, source), onNone: () => restore(flags) })
