/**
 * Reads which hooks a skill, an agent or a command brings, when somebody asks.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as HooksOfFile from "@hookline/core/HooksOfFile"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import type { Shelf } from "./Shelf.ts"
import type { Skill } from "./Skill.ts"
import type * as SkillFiles from "./SkillFiles.ts"
import * as SkillPaths from "./SkillPaths.ts"

/** An agent that ends is a subagent that stops: what is written for the one is meant for the other. */
const asSubagent = (hook: Hook): Hook => {
  if (hook.event !== "Stop") return hook
  // `Stop` has nothing that a matcher could be held against, and that was told.
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

const prepare = (hooks: ReadonlyArray<Hook>) =>
  Effect.forEach(hooks, (hook) => SkillPaths.resolve(hook.source.carrier === "agent" ? asSubagent(hook) : hook))

/** What was read stays as long as what was found: a file that changes is found anew. */
const known = new WeakMap<SkillFiles.Found, Skill>()

/**
 * The skill, where it has been read before.
 *
 * @category getters
 * @since 0.1.0
 */
export const readBefore = (found: SkillFiles.Found): Skill | undefined => {
  const before = known.get(found)
  if (before !== undefined || found.content._tag !== "Nothing") return before
  const { file, kind, name } = found
  const skill: Skill = { kind, name, file, hooks: [], diagnostics: [] }
  known.set(found, skill)
  return skill
}

const readNow = (
  ground: HooksOfFile.Ground,
  { content, dialect, file, kind, name }: SkillFiles.Found
): Effect.Effect<Skill, never, ConfigFiles> => {
  if (content._tag !== "Text") {
    const diagnostics = content._tag === "Problem" ? [content.problem] : []
    return Effect.succeed({ kind, name, file, hooks: [], diagnostics })
  }
  return Effect.map(
    HooksOfFile.read(ground, dialect, { file, text: content.text }, { prepare }),
    ({ diagnostics, hooks }): Skill => ({
      kind,
      name,
      file,
      hooks,
      diagnostics: kind === "agent" ? diagnostics.map(lostAsSubagent) : diagnostics
    })
  )
}

/**
 * The skill with its hooks, as the project's settings have them, and with what is wrong with them. It is read once.
 *
 * @category discovering
 * @since 0.1.0
 */
export const skillOf = (
  ground: HooksOfFile.Ground,
  found: SkillFiles.Found
): Effect.Effect<Skill, never, ConfigFiles> => {
  const before = readBefore(found)
  return before === undefined
    ? Effect.tap(readNow(ground, found), (skill) => Effect.sync(() => known.set(found, skill)))
    : Effect.succeed(before)
}

/**
 * All skills of a shelf, read.
 *
 * @category discovering
 * @since 0.1.0
 */
export const all = ({ found, ground }: Shelf): Effect.Effect<ReadonlyArray<Skill>, never, ConfigFiles> =>
  Effect.forEach(found, (one) => skillOf(ground, one))
