/** The folder of this machine's state of a fleet, and the moment at which the fleet is asked again. */
import { sha256 } from "@hookline/core/kit/sha256"
import { stateHome } from "@hookline/node/kit/node/xdg"
import type { Fleet } from "@hookline/schema/Settings"
import * as fs from "node:fs"
import * as path from "node:path"

/** Returns the folder. Each organisation has its own, because versions of its policy rise. */
export const folderOf = (
  { organisation = "" }: Pick<Fleet, "organisation">,
  env: Readonly<Record<string, string | undefined>> = process.env
): string => path.join(stateHome(env), "hookline", "fleet", `machine-${sha256(organisation).slice(0, 16)}`)

/** Returns the folder with opened skills that the fleet does not know yet. Each fleet has its own. */
export const unsentFolder = (fleet: Pick<Fleet, "organisation" | "url">): string =>
  path.join(folderOf(fleet), `unsent-${sha256(fleet.url).slice(0, 16)}`)

/** Returns the file whose time states when the fleet was asked last. */
export const askedFile = (folder: string): string => path.join(folder, "asked")

/** Returns the file with sentences that the next event shows to the user. */
export const noticesFile = (folder: string): string => path.join(folder, "notices")

/** Notes that the fleet is asked now. False where nothing can be noted: each event would ask. */
export const noteAsked = (folder: string): boolean => {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.writeFileSync(askedFile(folder), `${process.pid}\n`, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

const textsIn = (text: string): ReadonlyArray<string> => {
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
}

/** Takes the sentences that wait. Of two processes, the one that moves the file shows them. */
export const takeNotices = (folder: string): ReadonlyArray<string> => {
  const file = noticesFile(folder)
  if (!fs.existsSync(file)) return []
  const own = `${file}.${process.pid}`
  try {
    fs.renameSync(file, own)
    const texts = textsIn(fs.readFileSync(own, "utf8"))
    fs.rmSync(own, { force: true })
    return texts
  } catch {
    // Another process has taken them, or what is in the file is no list.
    return []
  }
}

/** Adds sentences for the next event. */
export const addNotices = (folder: string, texts: ReadonlyArray<string>): void => {
  if (texts.length === 0) return
  const all = [...new Set([...takeNotices(folder), ...texts])]
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const made = `${noticesFile(folder)}.${process.pid}.new`
  fs.writeFileSync(made, JSON.stringify(all), { mode: 0o600 })
  fs.renameSync(made, noticesFile(folder))
}
