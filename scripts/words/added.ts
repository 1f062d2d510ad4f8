// Finds which lines were added since the counts were committed, so that a count that rose names the new findings.
import { spawnSync } from "node:child_process"
import { root } from "../internal/workspace.ts"

const git = (...args: ReadonlyArray<string>): string | undefined => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 })
  return status === 0 ? stdout : undefined
}

/** Reads the added lines of a diff without context, as `path:line`. */
export const addedIn = (diff: string): ReadonlySet<string> => {
  const added = new Set<string>()
  let path = ""
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ ")) path = line.slice("+++ b/".length)
    const [, first, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first === undefined) continue
    for (let each = 0; each < Number(count); each += 1) added.add(`${path}:${Number(first) + each}`)
  }
  return added
}

/** Returns the lines below a folder that were added since a file was committed; `undefined` without that history. */
export const addedSince = (file: string, folder: string): ReadonlySet<string> | undefined => {
  const commit = git("log", "-1", "--format=%H", "--", file)?.trim()
  if (commit === undefined || commit === "") return undefined
  const diff = git(
    "-c",
    "core.quotePath=false",
    "diff",
    "-M",
    "-U0",
    "--no-ext-diff",
    "--no-color",
    commit,
    "--",
    folder
  )
  return diff === undefined ? undefined : addedIn(diff)
}
