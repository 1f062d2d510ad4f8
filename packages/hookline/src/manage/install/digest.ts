/** The digest of a plugin's tree: one text for its files, their modes and their contents. */
import { hash } from "node:crypto"

/** A file as the digest covers it. */
export interface DigestedFile {
  readonly path: string
  readonly mode: string
  /** The SHA-256 of its content, in hexadecimal digits. */
  readonly sha256: string
}

const byBytes = (one: Buffer, other: Buffer): number => one.compare(other)

/**
 * Returns the SHA-256 over `mode NUL path NUL sha256 LF` of each file, sorted by the bytes of the paths. No path contains a
 * NUL, so that different trees never have one text.
 */
export const digestOf = (files: ReadonlyArray<DigestedFile>): string => {
  const lines = files.map((file) => ({
    at: Buffer.from(file.path),
    text: `${file.mode}\0${file.path}\0${file.sha256}\n`
  }))
  const sorted = lines.toSorted((one, other) => byBytes(one.at, other.at)).map(({ text }) => text)
  return `sha256:${hash("sha256", sorted.join(""))}`
}
