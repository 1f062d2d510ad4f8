/**
 * Reads the hooks of a skill, an agent or a command on demand.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as FileHooks from "@hookline/core/kit/discover/FileHooks"
import * as ReadingFailures from "@hookline/core/kit/discover/ReadingFailures"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import type { SkillCatalog } from "./SkillCatalog.ts"
import type { Skill } from "../Skill.ts"
import type * as files from "./files.ts"
import * as paths from "./paths.ts"

/** Converts a hook on `Stop` of an agent to `SubagentStop`, because an agent that ends is a subagent that stops. */
const asSubagentHook = (hook: Hook): Hook => {
  if (hook.event !== "Stop") return hook
  // `Stop` has no match target, and a diagnostic already reports it, so the matcher is dropped.
  const { matcher: _, ...rest } = hook
  return { ...rest, event: "SubagentStop" }
}

const lostAsSubagent = (diagnostic: Diagnostic): Diagnostic => {
  const { lost } = diagnostic
  return lost === undefined || lost.events === "all"
    ? diagnostic
    : {
        ...diagnostic,
        lost: { ...lost, events: lost.events.map((name) => (name === "Stop" ? "SubagentStop" : name)) }
      }
}

/** The agents as they are written, by what they are as subagents. */
const mains = new WeakMap<Skill, Skill>()

/** Returns an agent as a subagent. */
const asSubagent = (agent: Skill): Skill => {
  const subagent = {
    ...agent,
    hooks: agent.hooks.map(asSubagentHook),
    diagnostics: agent.diagnostics.map(lostAsSubagent)
  }
  mains.set(subagent, agent)
  return subagent
}

/**
 * Returns an agent as the one that a session was started with, whose end is `Stop`.
 *
 * @category getters
 * @since 0.1.0
 */
export const asMain = (agent: Skill): Skill => mains.get(agent) ?? agent

const prepare = Effect.forEach(paths.resolve)

/** A cache by found file: a file that changes is found again. */
const known = new WeakMap<files.Found, Skill>()

/**
 * Returns the skill if it was read before.
 *
 * @category getters
 * @since 0.1.0
 */
export const readBefore = (found: files.Found): Skill | undefined => {
  const before = known.get(found)
  if (before !== undefined || found.content._tag !== "Nothing") return before
  const { file, kind, name } = found
  const skill: Skill = { kind, name, file, hooks: [], diagnostics: [] }
  known.set(found, skill)
  return skill
}

const readNow = (
  ground: FileHooks.ProjectContext,
  { content, dialect, file, kind, name }: files.Found
): Effect.Effect<Skill, never, ConfigFiles> => {
  if (content._tag !== "Text") {
    const diagnostics = content._tag === "Problem" ? [content.problem] : []
    return Effect.succeed({ kind, name, file, hooks: [], diagnostics })
  }
  return Effect.map(
    FileHooks.read(ground, dialect, { file, text: content.text }, { prepare }),
    ({ diagnostics, hooks }): Skill => {
      const skill = { kind, name, file, hooks, diagnostics }
      return kind === "agent" ? asSubagent(skill) : skill
    }
  )
}

/**
 * Reads a skill with its hooks under the project's settings, and its diagnostics. It is read once,
 * unless the reading fails for lack of resources.
 *
 * @category discovering
 * @since 0.1.0
 */
export const skillOf = (
  ground: FileHooks.ProjectContext,
  found: files.Found
): Effect.Effect<Skill, never, ConfigFiles> => {
  const before = readBefore(found)
  return before === undefined
    ? Effect.tap(ReadingFailures.record(readNow(ground, found)), (skill) =>
        Effect.sync(() => {
          if (!ReadingFailures.hasFailed(skill)) known.set(found, skill)
        })
      )
    : Effect.succeed(before)
}

/**
 * Reads all skills of a catalog.
 *
 * @category discovering
 * @since 0.1.0
 */
export const all = ({ found, ground }: SkillCatalog): Effect.Effect<ReadonlyArray<Skill>, never, ConfigFiles> =>
  Effect.forEach(found, (one) => skillOf(ground, one))
