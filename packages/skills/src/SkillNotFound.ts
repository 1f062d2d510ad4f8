/**
 * The error of opening an unknown skill.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { several } from "@hookline/core/kit/discover/Suggestions"
import type { SkillCatalog } from "./internal/SkillCatalog.ts"
import type { Kind } from "./Skill.ts"

/**
 * The skill does not exist. `near` are similar names.
 *
 * @category errors
 * @since 0.1.0
 */
export class SkillNotFound extends Schema.TaggedError<SkillNotFound>()("SkillNotFound", {
  kind: Schema.Literals(["skill", "agent", "command"]),
  name: Schema.String,
  near: Schema.Array(Schema.String),
  /** The number of skills of this kind. */
  known: Schema.Natural
}) {
  override get message(): string {
    const { kind, known, name, near } = this
    const meant = near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`
    const none = known === 0 ? `; none was found in the folders where ${kind}s lie` : ""
    return `there is no ${kind} called ${JSON.stringify(name)}${meant}${none}`
  }
}

/**
 * Creates the error for a name that is not in the catalog.
 *
 * @example
 * ```ts
 * import { Skills } from "@hookline/skills/Skills"
 * import * as Effect from "effect/Effect"
 *
 * const near = Skills.use(({ activate }) => activate("reviw")).pipe(
 *   Effect.map(({ name }) => [name]),
 *   Effect.catchTag("SkillNotFound", ({ near }) => Effect.succeed(near))
 * )
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const notFound = ({ found }: SkillCatalog, kind: Kind, name: string): SkillNotFound => {
  const names = [...new Set(found.filter((one) => one.kind === kind).map((one) => one.name))]
  return new SkillNotFound({ kind, name, near: several(name, names), known: names.length })
}
