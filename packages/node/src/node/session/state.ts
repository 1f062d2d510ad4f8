/** The state of one session, and the file that holds it. */
import { sentence } from "@hookline/core/PipelineError"
import { OpenSkill } from "@hookline/schema/kit/OpenSkill"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as fs from "node:fs"
import * as path from "node:path"
import { keepAlive, statusOf } from "./folders.ts"

export interface State {
  readonly marks: ReadonlyArray<string>
  readonly skills: ReadonlyArray<OpenSkill>
}

export const empty: State = { marks: [], skills: [] }

const File = Schema.Struct({
  version: Schema.Literal(1),
  marks: Schema.Array(Schema.String),
  skills: Schema.Array(OpenSkill)
})

const decode = Schema.decodeUnknownOption(File)

export const fileOf = (folder: string): string => path.join(folder, "state.json")

/** The maximum size of a session's state. */
const largest = 1 << 24

/** The content of a file. A text that can't be parsed comes with it, because it has to be removed. */
export type Found =
  | { readonly _tag: "None" }
  | { readonly _tag: "State"; readonly text: string; readonly state: State }
  | { readonly _tag: "Broken"; readonly text: string; readonly why: string }

const understand = (text: string): State | string => {
  try {
    const file = decode(JSON.parse(text))
    return Option.isSome(file) ? file.value : "it is not what Hookline writes there"
  } catch (error) {
    return sentence(error)
  }
}

const textOf = (file: string): string | undefined => {
  let fd: number
  try {
    // A pipe in its place would be waited for, and a link followed.
    fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
  try {
    const status = fs.fstatSync(fd)
    if (!status.isFile()) throw new Error(`${file} is no file`)
    if (process.geteuid !== undefined && status.uid !== process.geteuid())
      throw new Error(`${file} belongs to another user`)
    if (status.size > largest) throw new Error(`${file} is larger than ${largest} bytes`)
    return fs.readFileSync(fd, "utf8")
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * Reads it. An obstacle is thrown. A writer renames a whole file to it, so that no lock is needed. `last` is
 * what was read before: the same text is not understood twice.
 */
export const read = (folder: string, last: Found | undefined): Found => {
  const status = statusOf(path.dirname(folder)) && statusOf(folder)
  if (status === undefined) return { _tag: "None" }
  keepAlive(folder, status)
  const text = textOf(fileOf(folder))
  if (text === undefined) return { _tag: "None" }
  if (last?._tag === "State" && last.text === text) return last
  const state = understand(text)
  return typeof state === "string" ? { _tag: "Broken", text, why: state } : { _tag: "State", text, state }
}

/** Puts a whole file in the place of the one before. Only who has the lock may. */
export const write = (folder: string, { marks, skills }: State): Found => {
  const text = JSON.stringify({ version: 1, marks, skills })
  if (Buffer.byteLength(text) > largest) throw new Error(`it would be larger than ${largest} bytes`)
  const file = fileOf(folder)
  const made = `${file}.new`
  // The process that made this one is dead, since we have the lock.
  fs.rmSync(made, { recursive: true, force: true })
  try {
    fs.writeFileSync(made, text, { flag: "wx", mode: 0o600 })
    fs.renameSync(made, file)
  } catch (error) {
    fs.rmSync(made, { force: true })
    throw error
  }
  return { _tag: "State", text, state: { marks, skills } }
}

/** Puts a file aside that can't be parsed. A user may want to see it; it is removed with the session. */
export const putAside = (folder: string): void => {
  const file = fileOf(folder)
  fs.renameSync(file, path.join(path.dirname(file), "state.broken.json"))
}
