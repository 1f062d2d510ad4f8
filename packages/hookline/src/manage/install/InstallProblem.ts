/**
 * Failures of `install` and `remove`, which leave the files as they were.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Why: what was named is none that we fetch, can't be fetched, is no plugin, or may not be put where it belongs; files
 * were edited; the record of what is installed can't be read or written.
 *
 * @category errors
 * @since 0.1.0
 */
export class InstallProblem extends Schema.TaggedError<InstallProblem>()("InstallProblem", {
  why: Schema.Literals(["source", "fetch", "marketplace", "plugin", "name", "place", "edits", "record"]),
  text: Schema.String
}) {
  override get message(): string {
    return this.text
  }
}
