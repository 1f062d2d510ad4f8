/** Token files: one text that only its owner reads. */
import { fromWorkingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import { whyOf } from "@hookline/node/kit/node/disk"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Result from "effect/Result"
import * as fs from "node:fs"
import path from "node:path"

/** No token is longer. */
const most = 4096

/** Returns the path of a token file, where `~/` is the home folder. */
export const pathOf = (said: string, home: string): string =>
  said.startsWith("~/") ? path.join(home, said.slice(2)) : fromWorkingFolder(said)

const faultOf = ({ mode, uid }: fs.Stats): string | undefined => {
  if (process.geteuid !== undefined && uid !== process.geteuid()) return "it belongs to another user"
  // Windows has no such modes.
  return process.geteuid !== undefined && (mode & 0o077) !== 0 ? "others may read it; chmod 600" : undefined
}

const read = (file: string): string => {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
  try {
    const status = fs.fstatSync(fd)
    const fault = status.isFile() ? faultOf(status) : "it is no file"
    if (fault !== undefined) throw new Error(fault)
    if (status.size > most) throw new Error("it is too long for a token")
    return fs.readFileSync(fd, "utf8").trim()
  } finally {
    fs.closeSync(fd)
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (!("code" in error)) return error.message
  return error.code === "ENOENT" ? "there is no such file" : whyOf(error)
}

/** Reads a token. A failure is a sentence with the path, and without the token. */
export const tokenIn = (file: string): Result.Result<string, string> => {
  const failed = (why: string) => Result.fail(`the token file ${onOneLine(file)} can't be used: ${why}`)
  try {
    const token = read(file)
    return /^[\w.~+/=-]+$/.test(token) ? Result.succeed(token) : failed("it holds no token")
  } catch (error) {
    return failed(reasonOf(error))
  }
}
