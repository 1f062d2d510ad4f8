/** `hookline install SOURCE`: copies a plugin into the project, once a person has seen what it will run. */
import { textOf } from "@hookline/schema/Handler"
import * as Prompt from "effect/cli/Prompt"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import * as Installation from "../../manage/install/Installation.ts"
import * as InstallPlan from "../../manage/install/InstallPlan.ts"
import * as PluginFetch from "../../manage/install/PluginFetch.ts"
import * as PluginSource from "../../manage/install/PluginSource.ts"
import type { Flags } from "./command.ts"
import { userOnly } from "../userOnly.ts"
import { asProblem, Problem } from "../Problem.ts"
import { foldersOf, print, reader } from "../context.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { counted } from "@hookline/node/kit/output/units"
import { sentence } from "../../output/sentence.ts"
import { showInstall } from "./show.ts"

const fetched = (named: PluginSource.Named, folder: string, isJson: boolean) => {
  const isSeen = named._tag === "Git" && !isJson && process.stderr.isTTY
  const told = isSeen ? Console.error(`Fetching ${onOneLine(PluginSource.withoutSecret(named.url))} …`) : Effect.void
  return Effect.andThen(told, Effect.scoped(PluginFetch.fetch(named, folder)))
}

const output = ({ as, changes, diagnostics, fetched, folder, hooks, name }: InstallPlan.Plan, installed: boolean) => ({
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

/** Asks the user at a terminal; without one, only `--yes` agrees. */
const agreed = (flags: Flags, question: string) => {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && !flags.json
  if (flags.yes) return Effect.succeed(true)
  if (!isTerminal) {
    return Effect.fail(new Problem({ message: "nothing was written: read what it will run, and say --yes" }))
  }
  return Effect.orElseSucceed(Prompt.Confirm({ message: question, initial: false }), () => false)
}

export const install = Effect.fnUntraced(function* (flags: Flags) {
  if (!flags.dryRun) yield* userOnly("install")
  const folders = yield* foldersOf(flags.project)
  const named = yield* Effect.mapError(
    Effect.fromResult(PluginSource.parse(flags.source, process.cwd(), existsSync)),
    asProblem
  )
  const plan = yield* Effect.mapError(
    Effect.flatMap(fetched(named, folders.project, flags.json), (plugin) =>
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
  const isAgreed = yield* Effect.tapError(agreed(flags, `Install ${name}?`), () =>
    flags.json ? ends(false, "") : Effect.void
  )
  if (!isAgreed) return yield* new Problem({ message: "nothing was written" })
  yield* Effect.mapError(Installation.put(folders, plan), asProblem)
  return yield* ends(
    true,
    `${name} is ${as === "new" ? "installed" : "updated"}: ${counted(hooks.length, "hook")}. ` +
      `\`hookline disable ${name}\` switches it off, \`hookline remove ${name}\` takes it away.`
  )
})
