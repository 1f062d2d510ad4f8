/**
 * A program that records its own result in a folder, for a process that reads it after this one has exited.
 *
 * @since 0.1.0
 */
import { openSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"
import type { Program } from "./commandOf.ts"

/**
 * Runs a program, and writes its exit code. The folder gets its final name then, so that a record is never seen half
 * made. It is a shell, because no process of Hookline is left to wait.
 */
const recorder = `d=$1; shift; echo $$ >"$d/pid"; "$@"; echo $? >"$d/code"; mv "$d" "\${d%.part}"`

/**
 * Returns a program that runs another one and records its result. The folder's name ends with `.part`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const recorded = ({ args, file, script }: Program, folder: string): Program => ({
  file: "/bin/sh",
  args: ["-c", recorder, "sh", folder, file, ...args],
  ...(script !== undefined && { script })
})

/** Returns the words that record the result of the program after them. */
export const recording = (folder: string): ReadonlyArray<string> => ["/bin/sh", "-c", recorder, "sh", folder]

/**
 * Writes what a hook has written so far to its record. Its files were created with the folder, so that only their owner can
 * read them.
 */
export const begin = (folder: string, outputs: Readonly<Record<"stdout" | "stderr", string>>): void => {
  writeFileSync(path.join(folder, "stdout"), outputs.stdout)
  writeFileSync(path.join(folder, "stderr"), outputs.stderr)
}

/** Completes the record of a hook that has ended. The code is `moved` where it can't be known. */
export const complete = (folder: string, code: string): void => {
  writeFileSync(path.join(folder, "code"), `${code}\n`)
  renameSync(folder, folder.replace(/\.part$/, ""))
}

/** Opens an output of a record. It was created with the folder, so that its mode is that of its owner alone. */
export const openOutput = (folder: string, name: "stdout" | "stderr"): number => openSync(path.join(folder, name), "r+")
