/**
 * A skill that somebody wants to open, and that is nowhere.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { several } from "@hookline/core/Nearest"
import type { Shelf } from "./Shelf.ts"
import type { Kind } from "./Skill.ts"

/**
 * There is no such skill. `near` are the names that may have been meant.
 *
 * @category errors
 * @since 0.1.0
 */
export class SkillNotFound extends Schema.TaggedError<SkillNotFound>()("SkillNotFound", {
  kind: Schema.Literals(["skill", "agent", "command"]),
  name: Schema.String,
  near: Schema.Array(Schema.String),
  /** How many there are of this kind. */
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
 * The error for a name that is not on the shelf.
 *
 * @category constructors
 * @since 0.1.0
 */
export const notFound = ({ found }: Shelf, kind: Kind, name: string): SkillNotFound => {
  const names = found.filter((one) => one.kind === kind).map((one) => one.name)
  return new SkillNotFound({ kind, name, near: several(name, names), known: names.length })
}
