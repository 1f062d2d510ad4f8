/** `hookline` alone: agents, hooks, trust and problems of this project, and what to do next. */
import * as Dialects from "@hookline/dialects/Dialects"
import { printer } from "@hookline/node/kit/output/Printer"
import { counted } from "@hookline/node/kit/output/units"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import * as Review from "../../manage/trust/Review.ts"
import { typedAs } from "../../output/typedAs.ts"
import { inColumns } from "../../output/layout.ts"
import { problemsOf } from "../check/problemsOf.ts"
import { foldersOf, isConfigured, placed, print, withPipeline } from "../context.ts"
import { agentsOf } from "../doctor/run.ts"
import { asProblem } from "../Problem.ts"
import { recordOf } from "../trust/reviewing.ts"
import type { Flags } from "./command.ts"
import { type NextStep, nextStep, type State } from "./nextStep.ts"

export interface Status extends State {
  readonly project: string
  readonly next: NextStep
}

/** Checks whether a line of settings or of its entry switches a hook off. A hook of a closed skill only waits. */
const isSwitchedOff = ({ enabled, off }: Hook): boolean =>
  off === undefined ? !enabled : off._tag === "Disabled" || off._tag === "SourceNotAllowed"

/** Formats the state of an agent. */
const agentText = ({ attached, problems, title }: State["agents"][number]): string => {
  const events = attached.map((one) => `${one.scope} settings, ${counted(one.events, "event")}`).join("; ")
  const state = attached.length === 0 ? "not attached" : `attached (${events})`
  return `${title}: ${state}${problems.length === 0 ? "" : `, ${counted(problems.length, "problem")}`}`
}

/** Formats numbers with their words, without those that are 0. */
const numbers = (each: Readonly<Record<string, number>>, none: string): string => {
  const parts = Object.entries(each).flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]))
  return parts.length === 0 ? none : parts.join(", ")
}

/** Formats the state of a project. */
export const showStatus = printer<Status>(({ agents, hooks, next, problems, project, trust }, { paint }) => {
  const { configured, files, off } = hooks
  const found = agents.length === 0 ? ["none found"] : agents.map(agentText)
  const errors = problems.errors === 0 ? "" : paint.red(` (${counted(problems.errors, "error")})`)
  return [
    paint.bold(project),
    ...inColumns([
      ...found.map((text, index) => [index === 0 ? "  agents" : "", text]),
      [
        "  hooks",
        configured === 0
          ? "none"
          : `${configured} in ${counted(files, "file")}${off === 0 ? "" : `, ${off} switched off`}`
      ],
      ["  trust", numbers({ ...trust }, "no hook of the project needs it")],
      ["  problems", problems.all === 0 ? "none" : `${problems.all}${errors}`]
    ]),
    "",
    `Next: \`${typedAs(next.command)}\` ${next.text}`,
    paint.dim(`\`${typedAs("hookline --help")}\` lists all commands.`)
  ].join("\n")
})

export const status = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project)
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) =>
    Effect.flatMap(pipeline.catalog(), placed)
  )
  // An agent's entries for `dispatch` are its connection, which is shown with the agent.
  const configured = catalog.hooks.filter((hook) => isConfigured(hook) && hook.off?._tag !== "SelfReference")
  const diagnostics = yield* problemsOf(folders, catalog)
  const record = yield* recordOf(folders)
  const { hooks } = yield* Effect.mapError(Review.review(folders, catalog, record), asProblem)
  const inState = (wanted: string): number => hooks.filter(({ state }) => state === wanted).length
  const state: State = {
    agents: agentsOf(folders, catalog),
    hooks: {
      configured: configured.length,
      files: catalog.files.length,
      off: configured.filter(isSwitchedOff).length
    },
    trust: {
      trusted: inState("trusted"),
      new: inState("new"),
      changed: inState("changed"),
      refused: inState("refused")
    },
    problems: { all: diagnostics.length, errors: diagnostics.filter(({ level }) => level === "error").length }
  }
  const output = { version: 1, project: folders.project, ...state, next: nextStep(state) }
  yield* print(flags.json, output, showStatus, output)
})
