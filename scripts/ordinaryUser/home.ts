// A user whom the system does not know yet, with a home of mode 0700 whose path has a blank in it.
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const knownIds = (): ReadonlySet<number> => {
  const lines = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8").split("\n") : []
  return new Set(lines.map((line) => Number(line.split(":")[2])))
}

export const unusedId = (): number => {
  const known = knownIds()
  let id = 54_321
  while (known.has(id)) id++
  return id
}

/** Makes a home in a folder, and returns `undefined` where the user can't run anything in it. */
const homeIn = (folder: string, user: number): string | undefined => {
  const home = fs.mkdtempSync(join(folder, "hookline user-"))
  fs.chmodSync(home, 0o700)
  const probe = join(home, "probe")
  fs.writeFileSync(probe, "#!/bin/sh\nexit 0\n", { mode: 0o755 })
  fs.chownSync(home, user, user)
  const isUsable = spawnSync(probe, { uid: user, gid: user, cwd: "/" }).status === 0
  fs.rmSync(isUsable ? probe : home, { recursive: true })
  return isUsable ? home : undefined
}

/** Makes a home in the first folder for temporary files in which a user can run programs. */
export const homeOf = (user: number): string | undefined => {
  for (const folder of new Set([tmpdir(), "/tmp", "/var/tmp"])) {
    const home = fs.existsSync(folder) ? homeIn(folder, user) : undefined
    if (home !== undefined) return home
  }
  return undefined
}

const isOf = (user: number, pid: string): boolean => {
  try {
    return new RegExp(`^Uid:\\s+${user}\\s`, "m").test(fs.readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    // It has ended meanwhile.
    return false
  }
}

/** Kills every process of a user whom only this run has. */
export const killAllOf = (user: number): void => {
  if (!fs.existsSync("/proc/self/status")) return
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOf(user, name))) {
    try {
      process.kill(Number(pid), "SIGKILL")
    } catch {
      // It has ended meanwhile.
    }
  }
}
