// Reads each sealed file once.
import type { SealedFile } from "@hookline/schema/kit/Seal"
import type { Look, SealFiles } from "../../SealFiles.ts"
import { ofMachine } from "./paths.ts"

/** Limits one file that is named: a program may be large. */
const mostOfFile = 256 << 20
/** Thrown where a file can't be sealed. */
export class NotSealed {
  readonly path: string
  readonly why: string
  constructor(path: string, why: string) {
    this.path = path
    this.why = why
  }
}

/** A file of a seal. */
export interface Read {
  readonly file: SealedFile
  /** The text of a script, as long as it is needed. */
  readonly bytes: Uint8Array | undefined
}

const modeOf = (runs: boolean): SealedFile["mode"] => (runs ? "0755" : "0644")

/** A file that is never read, or a link. */
export const odd: SealedFile = { mode: "odd", sha256: "" }

export class ContentReader {
  readonly #files: SealFiles["Service"]
  readonly #reads = new Map<string, Read>()

  constructor(files: SealFiles["Service"]) {
    this.#files = files
  }

  /** Reads a file by its real path. Throws `NotSealed` if a file that may run can't be read. */
  read(path: string, real: string, look: Look): Read {
    const known = this.#reads.get(real)
    if (known !== undefined) return known
    const read = this.#readNow(path, real, look)
    this.#reads.set(real, read)
    return read
  }

  #readNow(path: string, real: string, look: Look): Read {
    if (look.kind === "odd") return { file: odd, bytes: undefined }
    if (ofMachine.test(real) && !look.isShared) return { file: { mode: "machine", sha256: "" }, bytes: undefined }
    for (let tries = 0; tries < 4; tries++) {
      const content = this.#files.read(real, mostOfFile)
      if (content._tag === "Failed") {
        // A file that no user may read runs nothing, unless it is a program.
        if (content.why === "unreadable" && !look.runs)
          return { file: { mode: "unreadable", sha256: "" }, bytes: undefined }
        if (content.why === "odd") return { file: odd, bytes: undefined }
        throw new NotSealed(path, content.why)
      }
      // The path still leads to the file that was read.
      if (this.#files.follow(path).mark !== content.look.mark) continue
      const file = { mode: modeOf(content.look.runs), sha256: content.sha256 }
      return { file, bytes: content.bytes.length > 1 << 22 ? undefined : content.bytes }
    }
    throw new NotSealed(path, "changing")
  }
}
