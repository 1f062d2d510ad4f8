/**
 * Which file of a host holds the commands that it runs on its events.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/SourceFiles"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import { Elsewhere, Inaccessible, NoSettings } from "./AttachProblem.ts"
import * as disk from "./internal/disk.ts"
import type { Host } from "./internal/attach/wanted.ts"

/**
 * For whom we are attached: a person in all projects, everybody in a project, or a person in a project.
 *
 * @category models
 * @since 0.1.0
 */
export type Scope = "user" | "project" | "local"

/**
 * A host, for whom, and the folders of the project and of the person.
 *
 * @category models
 * @since 0.1.0
 */
export interface Where {
  readonly host: string
  readonly scope: Scope
  readonly folders: Project
}

/**
 * The file of a host in a scope.
 *
 * @category models
 * @since 0.1.0
 */
export interface Settings {
  readonly host: Host
  readonly file: string
  /** Where it really is, links followed. */
  readonly real: string
}

/**
 * Every host that `dispatch` speaks with.
 *
 * @category models
 * @since 0.1.0
 */
export const names: ReadonlyArray<string> = ["claude", "amplihack", "amplifier", "amcp"]

const claude: Readonly<Record<Scope, readonly [keyof Project, string]>> = {
  user: ["home", ".claude/settings.json"],
  project: ["project", ".claude/settings.json"],
  local: ["project", ".claude/settings.local.json"]
}

const none = (host: string, why: string, byHand: string) => Effect.fail(new NoSettings({ host, why, byHand }))

const amplifier = none(
  "amplifier",
  "Amplifier has no settings in which a command is registered for events: its hooks are modules in Python.",
  `Mount a module that passes each event as {"event": NAME, "data": {…}} to the standard input of ` +
    "`hookline dispatch --host amplifier`, and takes its output as the HookResult."
)

const amcp = (scope: Scope) =>
  none(
    "amcp",
    `AMCP reads hooks.json from projects only, and knows no "${scope}" one.`,
    "Attach for the project, or write for each event in amcp/hooks.toml of your folder for configurations: " +
      `[[hooks.PreToolUse.handlers]] with type = "command", matcher = "*", timeout = 35 and ` +
      `command = "hookline dispatch --host amcp".`
  )

const fileOf = ({ folders, host, scope }: Where): Effect.Effect<Omit<Settings, "real">, NoSettings> => {
  if (host === "claude" || host === "amplihack") {
    const [folder, name] = claude[scope]
    return Effect.succeed({ host, file: path.join(folders[folder], name) })
  }
  if (host === "amplifier") return amplifier
  if (host === "amcp") {
    return scope === "project"
      ? Effect.succeed({ host, file: path.join(folders.project, ".amcp/hooks.json") })
      : amcp(scope)
  }
  return none(host, `"${host}" is no host that we know.`, `Name one of ${names.join(", ")}.`)
}

/**
 * Finds the file of a host in a scope.
 *
 * **Details**
 *
 * Links are followed, so that a file that lies among others in a repository of its own stays there. But a project's may
 * not lead out of the project: who names a project does not mean anybody's own settings. What a person's own links lead
 * to is that person's decision.
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (where: Where): Effect.Effect<Settings, NoSettings | Elsewhere | Inaccessible> =>
  Effect.gen(function* () {
    const { file, host } = yield* fileOf(where)
    const within = where.scope === "user" ? undefined : where.folders.project
    const { isInside, real } = yield* Effect.try({
      try: () => disk.placeOf(file, within),
      catch: (error) => new Inaccessible({ file, why: disk.whyOf(error) })
    })
    if (!isInside) return yield* new Elsewhere({ file, real })
    return { host, file, real }
  })
