// Shows that the comparison with bash finds defects: `npm run fuzz -- shell --planted`. Each is planted alone in a copy of
// the sources, and the matcher that read words only is put back from the history.
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../../scripts/internal/workspace.ts"
import { declarationsIn, find } from "../../scripts/mutate/Law.ts"
import type { Mutant } from "../../scripts/mutate/Mutant.ts"
import * as sandboxes from "../../scripts/mutate/sandbox.ts"
import { readAll } from "../../scripts/mutate/Source.ts"
import type { Cage } from "./Cage.ts"
import { defects } from "./defects.ts"
import { meetsRule } from "./meetsRule.ts"
import { shown, untilLost } from "./untilLost.ts"

/** Texts within which a defect has to be found, and the matcher that has all of them. */
const most = { defect: 200_000, matcher: 20_000 }

/** The last commit with the matcher that read words only, and its sources. */
const old = { commit: "0ffee3c", folder: "packages/core/src/internal/matching" }
const oldModules = ["commandRule.ts", "commands.ts", "wildcards.ts"]

interface OldMatcher {
  readonly speaksOfCommand: (rule: string, command: string) => boolean
}

/** Imports the matcher that read words only, or returns `undefined` where the history is not complete. */
const importOld = async (folder: string): Promise<OldMatcher | undefined> => {
  try {
    for (const name of oldModules) {
      const text = execFileSync("git", ["show", `${old.commit}:${old.folder}/${name}`], { cwd: root, stdio: "pipe" })
      writeFileSync(path.join(folder, name), text)
    }
  } catch {
    return undefined
  }
  // The module is of a known commit, which exports this function.
  return (await import(pathToFileURL(path.join(folder, "commandRule.ts")).href)) as OldMatcher
}

/** Returns the mutants of all defects; throws an error that lists those without a place. */
export const mutants = (): ReadonlyArray<Mutant> => {
  const declarations = declarationsIn(readAll(["core"]))
  const found = defects.map((defect) => find(defect, declarations))
  const problems = found.flatMap((each) => (each._tag === "Problem" ? [each.problem] : []))
  if (problems.length > 0) throw new Error(problems.join("\n"))
  return found.flatMap((each) => (each._tag === "Mutant" ? [each.mutant] : []))
}

/** Runs the comparison in the copy until a text is lost. Returns true if one was. */
const compare = async (folder: string, id: string, seed: number): Promise<boolean> => {
  const args = ["--conditions=@hookline/source", "fuzz/run.ts", "shell", "--first", "--runs", String(most.defect)]
  const child = spawn(process.execPath, [...args, "--seed", String(seed)], { cwd: folder, stdio: "pipe" })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  await new Promise((resolve) => child.on("close", resolve))
  const line = output.split("\n").find((each) => /^(?:not )?found /.test(each)) ?? output
  const text = /^found .*?: (".*")$/.exec(line)?.[1]
  // A text that is lost without the defect shows nothing of it.
  const isFound = text !== undefined && isMet(JSON.parse(text))
  console.log(`${id.padEnd(26)} ${line}${text === undefined || isFound ? "" : ", which is lost without it too"}`)
  return isFound
}

const rule = meetsRule("rm *")

const isMet = (text: unknown): boolean => typeof text === "string" && rule(text)

/** Plants the defects with these ids, or all, and the old matcher. Returns true if each was found. */
export const planted = async (cage: Cage, seed: number, ids: ReadonlyArray<string>): Promise<boolean> => {
  let isFound = true
  if (ids.length === 0) {
    const folder = mkdtempSync(path.join(tmpdir(), "hookline-matcher-"))
    const matcher = await importOld(folder)
    if (matcher === undefined) console.log(`Skipped the matcher of ${old.commit}: the history does not have it`)
    else {
      const meets = (text: string): boolean => matcher.speaksOfCommand("rm *", text)
      const result = await untilLost({ cage, meets, runs: most.matcher, seed })
      console.log(`${`matcher of ${old.commit}`.padEnd(26)} ${shown(result)}`)
      isFound &&= result.lost.length > 0
    }
    rmSync(folder, { recursive: true })
  }
  const sandbox = sandboxes.make()
  process.on("exit", sandbox.remove)
  process.on("SIGINT", () => process.exit(130))
  process.on("SIGTERM", () => process.exit(143))
  try {
    for (const mutant of mutants()) {
      if (ids.length > 0 && !ids.includes(mutant.id)) continue
      sandbox.plant(mutant)
      isFound = (await compare(sandbox.folder, mutant.id, seed)) && isFound
      sandbox.restore(mutant)
    }
  } finally {
    sandbox.remove()
  }
  return isFound
}
