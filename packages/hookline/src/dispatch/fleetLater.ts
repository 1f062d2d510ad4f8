/** Starts `hookline fleet sync` in a process of its own: a host waits for the end of this one. */
import { spawn } from "node:child_process"
import { homeOf } from "@hookline/node/kit/node/xdg"
import { noteAsked } from "./fleetFolder.ts"

/** Begins, and does not wait. A process that can't be started is started by a later event. */
export const begin = (folder: string): void => {
  if (!noteAsked(folder)) return
  const [, command = ""] = process.argv
  const child = spawn(process.execPath, [command, "fleet", "sync", "--background"], {
    cwd: homeOf(process.env),
    detached: true,
    stdio: "ignore",
    windowsHide: true
  })
  child.on("error", () => undefined)
  child.unref()
}
