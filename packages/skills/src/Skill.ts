/**
 * A skill with its name, its file, and the hooks that are in force while it is open.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import type { Carrier, File } from "@hookline/schema/Source"

/**
 * The kinds of hook carriers: a skill, an agent that runs, a slash command. Names are unique within a kind.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = "skill" | Carrier

/**
 * A skill with its hooks under the project's settings, and the diagnostics of its file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Skill {
  readonly kind: Kind
  readonly name: string
  /** The skill's file, and the folder that its commands are relative to. */
  readonly file: File
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

/**
 * Returns the key by which a skill is looked up, which is unique within a kind.
 *
 * @category getters
 * @since 0.1.0
 */
export const keyOf = (kind: Kind, name: string): string => `${kind}:${name}`

/** Marks a hook of a closed skill. It stays in the catalog, so that a plan can explain why it does not run. */
const closedHook = (hook: Hook, name: string): Hook =>
  hook.off === undefined ? { ...hook, off: { _tag: "SkillClosed", skill: name } } : hook

/** Removes the loss from a diagnostic, because a hook of a skill that is not used is not missed. */
const closedDiagnostic = (diagnostic: Diagnostic): Diagnostic => {
  const { lost: _, ...rest } = diagnostic
  return rest
}

/**
 * Returns the skill as it is while it is closed: its hooks don't run, and its losses don't count.
 *
 * @category combining
 * @since 0.1.0
 */
export const closed = (skill: Skill): Skill => ({
  ...skill,
  hooks: skill.hooks.map((hook) => closedHook(hook, skill.name)),
  diagnostics: skill.diagnostics.map(closedDiagnostic)
})
