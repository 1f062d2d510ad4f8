// Runs a command whose temporary files lie in memory. Tests create and delete tens of thousands of small files, which on a
// disk takes a fifth of their time.
//
// The disk is mounted on a folder of its own, in a name space of the command, so that all other paths are what they were, it
// ends with the command, and a test may mount something over `/dev/shm`. Only root can mount without becoming another user,
// and tests depend on their user. Elsewhere the command runs with the temporary files of the system.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmdirSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"

/** A command, and what has to be done once it has ended. */
export interface Command {
  readonly words: readonly [program: string, ...args: ReadonlyArray<string>]
  readonly env: NodeJS.ProcessEnv
  readonly release: () => void
}

/** The most that the files may take, and the free memory from which they are kept in memory. A run takes a tenth of it. */
const [size, enough] = ["2g", 4 * 2 ** 30]

/** Mounts on its first argument, and becomes the command of the others. */
const script = `mount -t tmpfs -o size=${size},mode=1777 tmpfs "$0" && exec "$@"`

const mounting = (folder: string, words: Command["words"]): Command["words"] => [
  "unshare",
  "-m",
  "sh",
  "-c",
  script,
  folder,
  ...words
]

/** Returns the command with its temporary files in memory, or as it is where that is not possible. */
export const inMemory = (
  words: Command["words"],
  env: NodeJS.ProcessEnv,
  isWanted = process.platform === "linux" && process.getuid?.() === 0 && freemem() > enough
): Command => {
  const plain: Command = { words, env, release: () => {} }
  if (!isWanted) return plain
  const folder = mkdtempSync(join(tmpdir(), "hookline-memory-"))
  const [program, ...args] = mounting(folder, ["true"])
  if (spawnSync(program, args, { stdio: "ignore" }).status !== 0) {
    rmdirSync(folder)
    return plain
  }
  return {
    words: mounting(folder, words),
    env: { ...env, TMPDIR: folder },
    release: () => rmdirSync(folder)
  }
}
