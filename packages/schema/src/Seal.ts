/**
 * The seal of a hook: its entry and the content of the files that it runs.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Profile } from "./Profile.ts"

/**
 * Schema for the mode of a sealed file.
 *
 * **Details**
 *
 * `0644` and `0755` are files without and with a run bit. The content of the others is not read: an `odd` file is a pipe, a
 * device or a socket, an `unreadable` one may not be read, and one of the `machine` is an installed program behind a link.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SealedMode = Schema.Literals(["0644", "0755", "odd", "unreadable", "machine"])

/** @since 0.1.0 */
export type SealedMode = typeof SealedMode.Type

/**
 * Schema for a file of a seal.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SealedFile = Schema.Struct({
  mode: SealedMode,
  /** `sha256:` and the hash of the content, or empty if the content is not read. */
  sha256: Schema.String,
  /** The path to which links lead on the way to the file. */
  link: Schema.optionalKey(Schema.String)
})

/** @since 0.1.0 */
export type SealedFile = typeof SealedFile.Type

/**
 * Schema for the parts of the machine that a hook reaches, each with the words that show it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Needs = Schema.Struct({
  network: Schema.Array(Schema.String),
  /** The session bus, sound, or another terminal. */
  desktop: Schema.Array(Schema.String),
  /** Services that act with more rights, such as that of docker. */
  sockets: Schema.Array(Schema.String),
  /** The names of variables that hold secrets. */
  secrets: Schema.Array(Schema.String),
  /** Programs that read variables with secrets by themselves, such as `gh`. */
  tools: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  /** Writes outside of temporary folders. */
  writes: Schema.Array(Schema.String)
}).annotate({ identifier: "Needs" })

/** @since 0.1.0 */
export type Needs = typeof Needs.Type

/**
 * Schema for a seal.
 *
 * **Details**
 *
 * A seal is bound to content and place: the names and indices of hooks are no part of it. Paths are relative to the project,
 * or absolute outside of it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Seal = Schema.Struct({
  version: Schema.Literal(1),
  /** The real path of the project. */
  project: Schema.String,
  /** `sha256:` and the hash of the entry: event, dialect, matcher, and the handler as written. */
  entry: Schema.String,
  /** `sha256:` and the hash of all that the seal contains. */
  digest: Schema.String,
  files: Schema.Record(Schema.String, SealedFile),
  /** Paths at which no file is, and at which a file would run or be imported. */
  absent: Schema.Array(Schema.String),
  /** Paths of files that the hook writes itself, by the decision of the user. A path that ends with `/` is a folder. */
  state: Schema.Array(Schema.String),
  /** Folders of which only the named files are sealed, because they have too many files. */
  partly: Schema.Array(Schema.String),
  /** Programs that run and that no seal covers, such as `npx prettier`. */
  beyond: Schema.Array(Schema.String),
  /**
   * The words that name what runs or is loaded, and that are not surely resolved: a computed import, a script in a language
   * whose imports are not read, a program of which nothing is known.
   */
  unknown: Schema.Array(Schema.String),
  needs: Needs,
  /** The narrowest profile that the seal proves. */
  profile: Profile
}).annotate({ identifier: "Seal" })

/** @since 0.1.0 */
export type Seal = typeof Seal.Type
