/** `hookline install SOURCE`: copies a plugin into the project, once a person has seen what it will run. */
import { textOf } from "@hookline/schema/Handler"
import * as Prompt from "effect/cli/Prompt"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import * as Installation from "../Installation.ts"
import * as InstallPlan from "../InstallPlan.ts"
import * as PluginFetch from "../PluginFetch.ts"
import * as PluginSource from "../PluginSource.ts"
import { Problem } from "./Problem.ts"
import { foldersOf, print, reader } from "./setting.ts"
import { counted, showInstall } from "./showInstall.ts"

const asProblem = ({ message }: { readonly message: string }): Problem => new Problem({ message })

const fetched = (named: PluginSource.Named, folder: string, isJson: boolean) => {
  const isSeen = named._tag === "Git" && !isJson && process.stderr.isTTY
  const told = isSeen ? Console.error(`Fetching ${PluginSource.withoutSecret(named.url)} …`) : Effect.void
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

/** A person's yes; without a person, what was said on the command line. */
const agreed = (said: { readonly yes: boolean; readonly json: boolean }, question: string) => {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && !said.json
  if (said.yes) return Effect.succeed(true)
  if (!isTerminal) {
    return Effect.fail(new Problem({ message: "nothing was written: read what it will run, and say --yes" }))
  }
  return Effect.orElseSucceed(Prompt.Confirm({ message: question, initial: false }), () => false)
}

/** What the command line says. */
export interface Said {
  readonly source: string
  readonly name: Option.Option<string>
  readonly yes: boolean
  readonly force: boolean
  readonly dryRun: boolean
  readonly project: Option.Option<string>
  readonly json: boolean
}

export const install = Effect.fnUntraced(function* (said: Said) {
  const folders = yield* foldersOf(said.project)
  const named = yield* Effect.mapError(
    Effect.fromResult(PluginSource.parse(said.source, process.cwd(), existsSync)),
    asProblem
  )
  const plan = yield* Effect.mapError(
    Effect.flatMap(fetched(named, folders.project, said.json), (plugin) =>
      InstallPlan.plan(folders, plugin, {
        force: said.force,
        ...(Option.isSome(said.name) && { name: said.name.value })
      })
    ),
    asProblem
  )
  if (!said.json) yield* Console.log(`${showInstall(plan, reader())}\n`)
  const { as, hooks, name } = plan
  const ends = (installed: boolean, text: string) => print(said.json, output(plan, installed), () => text)
  if (hooks.length === 0) {
    if (said.json) yield* ends(false, "")
    return yield* new Problem({ message: `${name} brings no hook that could run, so that nothing was installed` })
  }
  if (as === "same") return yield* ends(true, `${name} is as it should be; nothing was written.`)
  if (said.dryRun) return yield* ends(false, "Nothing was written.")
  const isAgreed = yield* Effect.tapError(agreed(said, `Install ${name}?`), () =>
    said.json ? ends(false, "") : Effect.void
  )
  if (!isAgreed) return yield* new Problem({ message: "nothing was written" })
  yield* Effect.mapError(Installation.put(folders, plan), asProblem)
  return yield* ends(
    true,
    `${name} is ${as === "new" ? "installed" : "updated"}: ${counted(hooks.length, "hook")}. ` +
      `\`hookline disable ${name}\` switches it off, \`hookline remove ${name}\` takes it away.`
  )
})
