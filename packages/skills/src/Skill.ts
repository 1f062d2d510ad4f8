/**
 * A skill, as far as hooks are concerned: what it is called, where it lies, and which hooks come and go with it.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import type { Carrier, File } from "@hookline/schema/Source"

/**
 * What brings hooks: a skill, an agent that runs, a command that people call by a slash. Each kind has names of its own.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = "skill" | Carrier

/**
 * A skill with its hooks, as the project's settings have them, and with what is wrong with its file.
 *
 * @category models
 * @since 0.1.0
 */
export interface Skill {
  readonly kind: Kind
  readonly name: string
  /** Its file, and the folder to which its commands are relative. */
  readonly file: File
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

/**
 * What a skill is looked up by: no two of one kind share a name.
 *
 * @category getters
 * @since 0.1.0
 */
export const keyOf = (kind: Kind, name: string): string => `${kind}:${name}`

/** Hooks of closed skills stay in the catalog, so that a plan can tell why they don't run. */
const closedHook = (hook: Hook, name: string): Hook =>
  hook.off === undefined ? { ...hook, off: { _tag: "SkillClosed", skill: name } } : hook

/** A guard that is lost in a skill that nobody uses is no guard that is missed. */
const closedDiagnostic = (diagnostic: Diagnostic): Diagnostic => {
  const { lost: _, ...rest } = diagnostic
  return rest
}

/**
 * The skill as it is while it is not open: its hooks run on nothing, and what is lost of them is not missed.
 *
 * @category combining
 * @since 0.1.0
 */
export const closed = (skill: Skill): Skill => ({
  ...skill,
  hooks: skill.hooks.map((hook) => closedHook(hook, skill.name)),
  diagnostics: skill.diagnostics.map(closedDiagnostic)
})
