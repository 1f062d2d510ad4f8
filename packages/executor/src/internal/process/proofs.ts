/** Proofs that a program of the settings does what guards depend on, each kept in this process while its file is the same. */
import type { ChildProcess } from "node:child_process"
import { statSync } from "node:fs"
import path from "node:path"
import { crowded } from "./crowded.ts"
import type { Groups } from "./Groups.ts"
import { errnoOf } from "./supervise.ts"

/** The result of a proof: `true`, the reason for which it failed, or `undefined` if the program could not be started. */
export type Result = true | string | undefined

/** The time for which the proof is tried again, if the system has no room for it. */
const crowdedMillis = 2000
const pauseMillis = 25

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Returns the path of a program, and the state of its file. Returns `undefined` if it can't be found. */
export const identityOf = (file: string, { cwd, env }: Place): string | undefined => {
  const folders = file.includes("/") ? [""] : (env["PATH"] ?? "").split(path.delimiter)
  for (const folder of folders) {
    const found = path.resolve(cwd, folder, file)
    try {
      const { ino, mtimeMs, size } = statSync(found)
      return `${found}\0${ino}\0${mtimeMs}\0${size}`
    } catch {
      // It is in another folder.
    }
  }
  return undefined
}

const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Tries again if the system has no room. The error of a program that can't be started is reported when it is used. */
const proved = async (prove: () => Promise<Result>): Promise<Result> => {
  for (let waited = 0; ; waited += pauseMillis) {
    try {
      return await prove()
    } catch (error) {
      const { code, text } = errnoOf(error)
      if (!crowded.has(code)) return undefined
      if (waited >= crowdedMillis) return `it could not be tried (${text})`
      await sleep(pauseMillis)
    }
  }
}

/** The calls at the end of a program that is tried: with its exit code and signal, or with the error of its start. */
interface Ends {
  readonly onExit: (code: number | null, signal: string | null) => void
  readonly onError: (error: Error) => void
}

/** Watches a program that is tried, and ends it with its group after its time. */
export const watch = (child: ChildProcess, groups: Groups, patienceMillis: number, { onError, onExit }: Ends): void => {
  groups.add(child)
  const tooLate = setTimeout(() => {
    if (child.pid !== undefined) groups.terminate(child.pid)
  }, patienceMillis)
  child.once("error", (error) => {
    clearTimeout(tooLate)
    onError(error)
  })
  child.once("exit", (code, signal) => {
    clearTimeout(tooLate)
    onExit(code, signal)
  })
}

/** The results by what was proved. */
const results = new Map<string, true | Promise<string | undefined>>()

/** Returns the reason for which a proof failed, or `undefined`. One that has not failed is not run again. */
export const kept = (identity: string, prove: () => Promise<Result>): undefined | Promise<string | undefined> => {
  const known = results.get(identity)
  if (known === true) return undefined
  if (known !== undefined) return known
  const result = proved(prove).then((proof) => {
    if (proof === true) results.set(identity, true)
    // A failure is tried again by the next hook, because its cause may be gone.
    else results.delete(identity)
    return proof === true ? undefined : proof
  })
  results.set(identity, result)
  return result
}
