/** The next step in a project: the first thing that keeps hooks from running, or from running in full. */
import type { Row } from "../doctor/run.ts"

/** The state of a project, by numbers. */
export interface State {
  readonly agents: ReadonlyArray<Row>
  /** The numbers of hooks: all of the files, and those that are switched off. */
  readonly hooks: { readonly configured: number; readonly files: number; readonly off: number }
  /** The number of the project's hooks in each state of trust. */
  readonly trust: { readonly trusted: number; readonly new: number; readonly changed: number; readonly refused: number }
  readonly problems: { readonly all: number; readonly errors: number }
}

/** A command, and the reason for it as the rest of a sentence that begins with the command. */
export interface NextStep {
  readonly command: string
  readonly text: string
}

/** Returns the next step. Errors come first, because a guard may be lost by one. */
export const nextStep = ({ agents, hooks, problems, trust }: State): NextStep => {
  const steps: ReadonlyArray<readonly [isNext: boolean, command: string, text: string]> = [
    [problems.errors > 0, "hookline check", "shows each problem with its place and its fix."],
    [hooks.configured === 0, "hookline init", "writes a first guard with its cases."],
    [
      agents.some((agent) => agent.problems.length > 0),
      "hookline doctor",
      "shows what keeps hooks from running in an agent."
    ],
    [
      trust.new + trust.changed > 0,
      "hookline trust",
      "shows what the hooks run, and lets them have their full effect."
    ],
    [
      agents.length > 0 && agents.every(({ attached }) => attached.length === 0),
      `hookline attach ${agents[0]?.name ?? ""}`,
      `lets ${agents[0]?.title ?? ""} run these hooks.`
    ],
    [problems.all > 0, "hookline check", "shows each problem with its place and its fix."],
    [true, "hookline plan PreToolUse", "shows which hooks run before a tool, and why the others do not."]
  ]
  const [, command, text] = steps.find(([isNext]) => isNext) ?? [true, "hookline check", ""]
  return { command, text }
}
