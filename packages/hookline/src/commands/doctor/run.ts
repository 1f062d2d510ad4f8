/** `hookline doctor`: the agents that are here, and whether hooks run behind each. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Catalog } from "@hookline/schema/Catalog"
import { printer } from "@hookline/node/kit/output/Printer"
import { counted } from "@hookline/node/kit/output/units"
import * as Effect from "effect/Effect"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import * as AgentState from "../../manage/agents/AgentState.ts"
import * as ClientVersion from "../../manage/agents/ClientVersion.ts"
import { inColumns } from "../../output/layout.ts"
import { typedAs } from "../../output/typedAs.ts"
import { checkHost } from "../check/checkHost.ts"
import { foldersOf, isConfigured, placed, print, withPipeline } from "../context.ts"
import { Problem } from "../Problem.ts"
import type { Flags } from "./command.ts"

/** An agent, and the number of hooks of this project that do not do all they could behind it. */
export interface Row extends AgentState.AgentState {
  readonly limited: number
  /** A sentence on its version, if that is not the recorded one. */
  readonly version?: string
}

const cellsOf = ({ attached, limited, program, settings, title }: Row): ReadonlyArray<string> => [
  title,
  program ?? (settings.length > 0 ? "settings only" : "-"),
  attached.length === 0
    ? "not attached"
    : attached.map(({ events, scope }) => `${scope} (${counted(events, "event")})`).join(", "),
  limited === 0 ? "all hooks" : `${counted(limited, "hook")} limited`
]

export interface Examined {
  readonly agents: ReadonlyArray<Row>
}

/** Formats the agents, with what is to be done about each. */
export const showAgents = printer<Examined>(({ agents }, { paint, relative }) => {
  if (agents.length === 0) return "No agent was found: neither a program on the search path, nor settings."
  const open = agents.filter(({ attached }) => attached.length === 0)
  const limited = agents.filter((agent) => agent.limited > 0)
  return [
    ...inColumns([["agent", "program", "Hookline", "this project"], ...agents.map(cellsOf)]),
    ...agents.flatMap(({ problems }) =>
      problems.map(({ file, line, text }) => paint.yellow(`${relative(file)}:${line} ${text}.`))
    ),
    ...agents.flatMap(({ version }) => (version === undefined ? [] : [paint.dim(version)])),
    ...open.map(({ name, title }) => typedAs(`\`hookline attach ${name}\` lets ${title} call Hookline.`)),
    ...limited.map(({ name }) => typedAs(`\`hookline check --host ${name}\` shows what hooks can't do there.`))
  ].join("\n")
})

/** Returns the agents that are here, by the hooks of a catalog with places. */
export const agentsOf = (folders: Project, catalog: Catalog): ReadonlyArray<Row> => {
  const configured = { ...catalog, hooks: catalog.hooks.filter(isConfigured) }
  return AgentState.all(folders, catalog).map((state): Row => {
    const dialect = Dialects.named(state.name)
    // A hook that the agent runs itself is not limited there.
    const findings = dialect === undefined ? [] : checkHost(dialect, configured)
    const isLimited = findings.filter(({ limits }) => limits.some(({ what }) => what !== "runs-itself"))
    return { ...state, limited: isLimited.length }
  })
}

/** Examines the agents that are here. */
export const examine = Effect.fnUntraced(function* (flags: Pick<Flags, "project">) {
  const folders = yield* foldersOf(flags.project)
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) =>
    Effect.flatMap(pipeline.catalog(), placed)
  )
  return agentsOf(folders, catalog)
})

export const doctor = Effect.fnUntraced(function* (flags: Flags) {
  const agents = (yield* examine(flags)).map((agent): Row => {
    const version = ClientVersion.differing(Hosts.named(agent.name), agent)
    return version === undefined ? agent : { ...agent, version }
  })
  yield* print(flags.json, { version: 1, agents }, showAgents, { agents })
  const isWell = agents.every(({ problems }) => problems.length === 0)
  return isWell ? undefined : yield* new Problem({ message: "" })
})
