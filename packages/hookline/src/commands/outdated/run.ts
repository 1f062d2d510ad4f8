/** `hookline outdated`: the states of the sources of installed plugins. */
import * as Effect from "effect/Effect"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Installed from "../../manage/install/Installed.ts"
import * as RemoteStandings from "../../manage/install/RemoteStandings.ts"
import * as Progress from "../../output/progress.ts"
import { foldersOf, print } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import type { Flags } from "./command.ts"
import { type Outdated, showOutdated } from "./show.ts"

const isTrouble = ({ status }: Outdated): boolean => status !== "current" && status !== "moved"

export const outdated = Effect.fnUntraced(function* (flags: Flags) {
  const { project } = yield* foldersOf(flags.project)
  const { plugins } = yield* Effect.mapError(Installed.read(project), asProblem)
  const standings = yield* Progress.during("Asking the sources of plugins", RemoteStandings.standings(plugins, project))
  const all = plugins.map(({ commit, name, refType, source }): Outdated => ({
    name,
    source,
    ...(refType !== undefined && { refType }),
    ...(commit !== undefined && { commit }),
    ...(standings.get(name) ?? { status: "unreachable", text: "it was not asked" })
  }))
  yield* print(flags.json, { version: 1, project, plugins: all }, showOutdated, all)
  const trouble = all.filter(isTrouble).map(({ name, status }) => `${onOneLine(name)} (${status})`)
  return trouble.length === 0
    ? undefined
    : yield* new Problem({ message: `not all sources are as they were: ${trouble.join(", ")}` })
})
