// Finds a Chromium, and starts it.
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium } from "playwright-core"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The sentence for those who have no browser. */
export const missing =
  "The tests of the site need Chromium. Install it, for example by `apt-get install chromium`, or name it by the variable CHROMIUM."

/** Returns the path of a Chromium: the one that the variable `CHROMIUM` names, or one of the search path. */
export const findChromium = (env: NodeJS.ProcessEnv = process.env): string | undefined => {
  const named = env["CHROMIUM"]
  if (named !== undefined && named !== "") return isProgram(named) ? named : undefined
  const folders = [...(env["PATH"] ?? "").split(delimiter), "/usr/bin"].filter((folder) => folder !== "")
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram)
}

/** Starts a browser with an empty profile, which asks nothing of its maker's servers. */
export const startChromium = (): Promise<Browser> => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(missing)
  return chromium.launch({
    executablePath,
    headless: true,
    // Only root can't have the sandbox of the browser.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  })
}
