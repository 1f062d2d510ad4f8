/** The project of a demonstration: a copy of the example in a folder that is gone afterwards, and a home with nothing in it. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { Problem } from "../commands/Problem.ts"

/** The folder of the example: the repository's own beside the sources, and the bundle's copy beside a build. */
const place = ((): string => {
  if (import.meta.dirname.endsWith(path.join("src", "demo"))) return "../../../../examples/demo"
  return import.meta.dirname.endsWith(path.join("dist", "demo")) ? "../../bundle/examples/demo" : "examples/demo"
})()

const example = path.resolve(import.meta.dirname, place)

const isHere = (program: string): boolean =>
  spawnSync(program, ["--version"], { stdio: "ignore", timeout: 10_000 }).status === 0

/** Returns the programs that hooks of the example need and that are missing here. */
export const lacking = (): ReadonlyArray<string> => ["git", "python3"].filter((program) => !isHere(program))

const git = (folder: string, ...args: ReadonlyArray<string>): void => {
  const who = ["-c", "user.name=demo", "-c", "user.email=demo@localhost", "-c", "commit.gpgsign=false"]
  // Without a repository one hook has no output; that git is missing was reported.
  spawnSync("git", [...who, ...args], {
    cwd: folder,
    stdio: "ignore",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }
  })
}

export interface Place extends Project {
  readonly audit: string
}

const made = (from: string): Place => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "hookline-demo-")))
  const [project, home] = [path.join(root, "project"), path.join(root, "home")]
  cpSync(from, project, { recursive: true })
  // The example is Hookline's own. Its user trusts it, with the module that it has.
  mkdirSync(path.join(home, ".hookline"), { recursive: true })
  const settings = { allow_project_modules: true, trust: { paths: [project] } }
  writeFileSync(path.join(home, ".hookline/settings.json"), `${JSON.stringify(settings)}\n`)
  git(project, "init", "--quiet", "--initial-branch=main")
  git(project, "add", "--all")
  git(project, "commit", "--quiet", "--no-verify", "--message", "The report")
  writeFileSync(path.join(project, "src/cache.py"), "# DO NOT PUSH: half done\n")
  return { project, home, config: path.join(home, ".config"), audit: path.join(root, "audit") }
}

/** Makes it. */
export const project: Effect.Effect<Place, Problem, Scope.Scope> = Effect.gen(function* () {
  if (!existsSync(example)) {
    return yield* new Problem({ message: "the example is missing from this installation: install hookline again" })
  }
  return yield* Effect.acquireRelease(
    Effect.try({
      try: () => made(example),
      catch: (error) =>
        new Problem({
          message: `no project could be made in ${tmpdir()}: ${error instanceof Error ? error.message : String(error)}; name another folder by TMPDIR`
        })
    }),
    ({ audit }) => Effect.sync(() => rmSync(path.dirname(audit), { recursive: true, force: true }))
  )
})
