/**
 * Failures of `attach` and `detach`, which leave the host's settings as they were.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * A file that can't be edited because of its content.
 *
 * @category errors
 * @since 0.1.0
 */
export class Malformed extends Schema.TaggedError<Malformed>()("Malformed", {
  file: Schema.String,
  line: Schema.Int,
  column: Schema.Int,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.file}:${this.line}:${this.column}: ${this.issue} The file was left as it is; fix that place and try again.`
  }
}

/**
 * A file or a folder that can't be read or written.
 *
 * @category errors
 * @since 0.1.0
 */
export class Inaccessible extends Schema.TaggedError<Inaccessible>()("Inaccessible", {
  file: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.file} was left as it is: ${this.why}.`
  }
}

/**
 * A file outside of its folder: a link leads out of the folder that was named.
 *
 * @category errors
 * @since 0.1.0
 */
export class Elsewhere extends Schema.TaggedError<Elsewhere>()("Elsewhere", {
  file: Schema.String,
  real: Schema.String
}) {
  override get message(): string {
    return (
      `${this.file} was left as it is: a link leads from it to ${this.real}, outside of the project. ` +
      "Name that place itself, or attach for the user."
    )
  }
}

/**
 * A host that has no settings in which a command could be registered, at all or in this scope.
 *
 * @category errors
 * @since 0.1.0
 */
export class NoSettings extends Schema.TaggedError<NoSettings>()("NoSettings", {
  host: Schema.String,
  why: Schema.String,
  byHand: Schema.String
}) {
  override get message(): string {
    return `${this.why} ${this.byHand}`
  }
}

/**
 * A command that could not be recognized as ours once it is written: we would run ourselves, and never find it again.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unrecognisable extends Schema.TaggedError<Unrecognisable>()("Unrecognisable", {
  command: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return (
      `Nothing was written: ${this.command.join(" ")} would not be recognised as Hookline again. ` +
      "Give absolute paths, and a script that is called hookline.js or a program that is called hookline."
    )
  }
}

/**
 * A command that the host would not run as it is written.
 *
 * @category errors
 * @since 0.1.0
 */
export class RefusedCommand extends Schema.TaggedError<RefusedCommand>()("RefusedCommand", {
  command: Schema.Array(Schema.String),
  why: Schema.String
}) {
  override get message(): string {
    return `Nothing was written: ${this.why}, so that ${this.command.join(" ")} would be another command. Install Hookline at another path.`
  }
}

/**
 * A file in the place of Hookline's plugin that is not as `attach` wrote it.
 *
 * @category errors
 * @since 0.1.0
 */
export class Foreign extends Schema.TaggedError<Foreign>()("Foreign", {
  file: Schema.String
}) {
  override get message(): string {
    return (
      `${this.file} was left as it is: it is not as \`hookline attach\` wrote it, so that it was changed. ` +
      "Delete it yourself, or move it to another place, and try again."
    )
  }
}

/**
 * An installation that goes without notice, and with it every guard of an entry that names it.
 *
 * @category errors
 * @since 0.1.0
 */
export class Temporary extends Schema.TaggedError<Temporary>()("Temporary", {
  text: Schema.String
}) {
  override get message(): string {
    return (
      `No entry was written: ${this.text}. Install Hookline where it stays: \`npm install -g hookline\`, or as a ` +
      "dependency of the project for the scopes project and local."
    )
  }
}

/**
 * Settings that could not be surely edited, so that the user does it.
 *
 * @category errors
 * @since 0.1.0
 */
export class ByHand extends Schema.TaggedError<ByHand>()("ByHand", {
  file: Schema.String,
  line: Schema.Int,
  issue: Schema.String,
  lines: Schema.String
}) {
  override get message(): string {
    return (
      `${this.file}:${this.line}: ${this.issue}. The file was left as it is. Hookline is called only while it has this, ` +
      `beside what it has, which you add or take out yourself: ${this.lines}`
    )
  }
}

/**
 * The failures of `attach` and `detach`.
 *
 * @category errors
 * @since 0.1.0
 */
export type AttachProblem =
  | ByHand
  | Foreign
  | Malformed
  | Inaccessible
  | Elsewhere
  | NoSettings
  | RefusedCommand
  | Temporary
  | Unrecognisable
