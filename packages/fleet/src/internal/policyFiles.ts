/**
 * The policy of an organisation on this machine: a file for the version in force, and an empty one that marks the highest
 * version. Each version has files of its own, so that of two processes that write, none replaces a newer version.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { Signed } from "../Protocol.ts"

/** The kept version with what its check returned, and the problems of files that do not count. */
export interface Kept<A> {
  readonly found: { readonly signed: Signed; readonly checked: A } | undefined
  /** The highest version that was ever in force here, or 0. */
  readonly highest: number
  readonly problems: ReadonlyArray<string>
}

/** Returns what a policy has, or why it does not count. */
export type Check<A> = (signed: Signed) => Result.Result<A, { readonly message: string }>

const named = /^(policy|seen)-(\d{10})$/
const nameOf = (kind: "policy" | "seen", version: number): string => `${kind}-${String(version).padStart(10, "0")}`

interface File {
  readonly name: string
  readonly kind: string
  readonly version: number
}

const filesIn = (folder: string): ReadonlyArray<File> =>
  !fs.existsSync(folder)
    ? []
    : fs.readdirSync(folder).flatMap((name) => {
        const [, kind, version] = named.exec(name) ?? []
        return kind === undefined ? [] : [{ name, kind, version: Number(version) }]
      })

const highestOf = (files: ReadonlyArray<File>): number =>
  files.reduce((highest, { kind, version }) => (kind === "seen" ? Math.max(highest, version) : highest), 0)

/** Returns the highest version that was ever in force here, or 0. */
export const highestIn = (folder: string): number => highestOf(filesIn(folder))

const decode = Schema.decodeUnknownResult(Signed)

/** Another user could put an older version in place of this one. */
const isOurs = ({ mode, uid }: fs.Stats): boolean =>
  (mode & 0o022) === 0 && (process.geteuid === undefined || uid === process.geteuid() || uid === 0)

const textOf = (path: string): string => {
  const file = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
  try {
    const status = fs.fstatSync(file)
    if (!status.isFile() || !isOurs(status)) throw new Error("it is no file that only its owner can write")
    return fs.readFileSync(file, "utf8")
  } finally {
    fs.closeSync(file)
  }
}

const signedIn = <A>(
  path: string,
  version: number,
  check: Check<A>
): Result.Result<NonNullable<Kept<A>["found"]>, string> => {
  try {
    const value: unknown = JSON.parse(textOf(path))
    return Result.flatMap(Result.mapError(decode(value), String), (signed) =>
      signed.version === version
        ? Result.mapBoth(check(signed), {
            onSuccess: (checked) => ({ signed, checked }),
            onFailure: ({ message }) => message
          })
        : Result.fail("it is of another version than its name")
    )
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the newest valid version. One that is older than the highest does not count, although it is signed. */
export const read = <A>(folder: string, check: Check<A>): Kept<A> => {
  const problems: Array<string> = []
  try {
    const files = filesIn(folder)
    const highest = highestOf(files)
    const policies = files.filter(({ kind }) => kind === "policy").toSorted((a, b) => b.version - a.version)
    for (const { name, version } of policies) {
      const path = join(folder, name)
      if (version < highest) {
        problems.push(`${path} is version ${version}, which is older than version ${highest}, and does not count.`)
        break
      }
      const found = signedIn(path, version, check)
      if (Result.isSuccess(found)) return { found: found.success, highest, problems }
      problems.push(`${path} does not count: ${found.failure}`)
    }
    return { found: undefined, highest, problems }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { found: undefined, highest: 0, problems: [`${folder} can't be read: ${why}`] }
  }
}

const leftMillis = 60_000

/** Removes older versions, and what processes left that were killed while they wrote. */
const clear = (folder: string, version: number): void => {
  for (const name of fs.readdirSync(folder)) {
    const [, , found] = named.exec(name) ?? []
    const path = join(folder, name)
    const isLeft =
      name.endsWith(".new") && Date.now() - (fs.lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > leftMillis
    if (isLeft || (found !== undefined && Number(found) < version)) fs.rmSync(path, { force: true })
  }
}

/** Writes a file that replaces another one as a whole. What was written of it is removed where that fails. */
const replace = (path: string, text: string): void => {
  const made = `${path}.${process.pid}-${randomBytes(4).toString("hex")}.new`
  const file = fs.openSync(made, "wx", 0o600)
  try {
    try {
      fs.writeFileSync(file, text)
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
    fs.renameSync(made, path)
  } catch (error) {
    fs.rmSync(made, { force: true })
    throw error
  }
}

/**
 * Marks a version as the highest. Without its policy the older one does not count any more. It throws where it can't be
 * written, which takes no room but the name: a disk that is too full for a policy may still have that.
 */
export const mark = (folder: string, version: number): void => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  fs.closeSync(fs.openSync(join(folder, nameOf("seen", version)), "a", 0o600))
}

/** Keeps a version. It throws where it can't be written. */
export const keep = (folder: string, signed: Signed): void => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  replace(join(folder, nameOf("policy", signed.version)), `${JSON.stringify(signed)}\n`)
  // The mark comes after the policy: where a process dies between them, the policy counts by itself.
  mark(folder, signed.version)
  clear(folder, signed.version)
}
