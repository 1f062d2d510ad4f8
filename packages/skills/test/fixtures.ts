// What the tests of skills have in common: skills with a few commands, and projects that have them.
import { Pipeline } from "@hookline/core/Pipeline"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Catalog } from "@hookline/schema/Catalog"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestProject, TestSkills } from "@hookline/testing"
import * as Effect from "effect/Effect"

/** The front matter of something that brings these commands. */
export const front = (
  commands: ReadonlyArray<string>,
  { event = "PreToolUse", more = [] as ReadonlyArray<string>, name = "" } = {}
): string =>
  [
    "---",
    ...(name === "" ? [] : [`name: ${name}`]),
    "hooks:",
    `  ${event}:`,
    "    - hooks:",
    ...commands.flatMap((command) => [
      "        - type: command",
      `          command: ${JSON.stringify(command)}`,
      ...more.map((line) => `          ${line}`)
    ]),
    "---",
    "",
    "What the skill is for.",
    ""
  ].join("\n")

/** A project's skill of Amplifier, by its name. */
export const amplifierSkill = (name: string, ...commands: ReadonlyArray<string>): TestProject.Files => ({
  [`.amplifier/skills/${name}/SKILL.md`]: front(commands)
})

export const bash = (sessionId?: string) =>
  HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" }, ...(sessionId && { sessionId }) })

const text = (hook: Hook): string => textOf(hook.handler)

/** The commands that are in force, and those that wait for their skill. */
export const inForce = ({ hooks }: Catalog): ReadonlyArray<string> =>
  hooks.filter(({ off }) => off === undefined).map(text)

export const waiting = ({ hooks }: Catalog): ReadonlyArray<string> =>
  hooks.filter(({ off }) => off?._tag === "SkillClosed").map(text)

/** What an event would run in a session, by the commands' identities. */
export const planned = (sessionId?: string) =>
  Effect.gen(function* () {
    const { groups } = yield* (yield* Pipeline).plan(bash(sessionId))
    return groups.flatMap(({ hooks }) => hooks)
  })

/** What an event ran in a session. */
export const ran = (sessionId?: string, event: HookEvent.HookEvent = bash(sessionId)) =>
  Effect.gen(function* () {
    const { runs } = yield* (yield* Pipeline).answer(event)
    return runs.filter(({ status }) => status === "ran").map(({ id }) => id)
  })

/** Runs in a project on the disk, and gives the test its folders. */
export const inProject = <A, E, R>(
  files: TestProject.Files,
  test: (project: Project) => Effect.Effect<A, E, R>,
  options: TestSkills.Options = {},
  prepare: (project: Project) => void = () => undefined
) =>
  Effect.gen(function* () {
    const project = yield* TestProject.make(files)
    prepare(project)
    return yield* Effect.provide(test(project), TestSkills.layer(project, options))
  })
