/**
 * The files of seals: a port, so that seals are made on any platform.
 *
 * **Details**
 *
 * All calls are synchronous, since a seal is looked at before each run. No call waits: a pipe, a device and the like are
 * never opened.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * A path as it looks from outside.
 *
 * @category models
 * @since 0.1.0
 */
export interface Look {
  /** `odd` is a pipe, a device or a socket; `unreadable` is a path that can't be looked at. */
  readonly kind: "missing" | "file" | "folder" | "link" | "odd" | "unreadable"
  /** True if the file has a run bit. */
  readonly runs: boolean
  /** True if any user may write it. */
  readonly isShared: boolean
  readonly size: number
  /** A text that differs after each write, change of mode, and replacement. */
  readonly mark: string
  /** The time of the last change by the clock of the machine, in milliseconds. */
  readonly changedAt: number
  /** The text of a link. */
  readonly target?: string
}

/**
 * The content of a file, or the reason why it can't be read.
 *
 * @category models
 * @since 0.1.0
 */
export type Content =
  | { readonly _tag: "Content"; readonly sha256: string; readonly bytes: Uint8Array; readonly look: Look }
  | { readonly _tag: "Failed"; readonly why: "changing" | "too large" | "unreadable" | "odd" }

/**
 * Access to the files of seals.
 *
 * @category services
 * @since 0.1.0
 */
export class SealFiles extends Context.Service<
  SealFiles,
  {
    /** Looks at a path itself, without following a link. */
    look(path: string): Look
    /** Looks at the end of a link. Of all other paths it is the path itself. */
    follow(path: string): Look
    /** Returns the sorted names in a folder, or `undefined` if it can't be read. */
    names(folder: string): ReadonlyArray<string> | undefined
    /** Resolves links. Returns `undefined` if the path does not exist. */
    realPath(path: string): string | undefined
    /** Reads a file of at most as many bytes. */
    read(path: string, most: number): Content
    /** Returns the hash of a text: `sha256:` and its digits. */
    hash(text: string): string
    /** The time of the machine, in milliseconds. */
    now(): number
  }
>()("@hookline/core/SealFiles") {}
