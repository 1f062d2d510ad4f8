// Runs the tests of processes, files and audit as an ordinary user, in a copy of the repository in a home of mode 0700.
//
// Only root can become another user. The user needs no account: an identity that the system does not know is enough.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, rmSync, chownSync } from "node:fs"
import { delimiter, join, relative } from "node:path"
import { variable } from "./internal/lanes.ts"
import { withoutCommand } from "./internal/testSetup.ts"
import { root } from "./internal/workspace.ts"
import { copyFor } from "./ordinaryUser/copyFor.ts"
import { homeOf, killAllOf, unusedId } from "./ordinaryUser/home.ts"
import { tests } from "./ordinaryUser/tests.ts"

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

const environment = (home: string, repository: string): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(?:CI|FORCE_COLOR|LANG|LC_\w+|NO_COLOR|TERM)$/.test(name)
  )
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    TMPDIR: join(home, "tmp"),
    // A lane is one project, whose workers import what they share once.
    [variable]: "behaviour",
    // None of the tests runs the command.
    [withoutCommand]: "1",
    PATH: [join(repository, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter)
  }
}

/** Runs the tests in a copy below the home, and returns whether all passed. */
const passIn = (home: string, user: number): Promise<boolean> =>
  new Promise((done) => {
    const repository = join(home, "repository")
    const inside = relative(root, process.execPath)
    const child = spawn(
      inside.startsWith("..") ? process.execPath : join(repository, inside),
      [join(repository, "node_modules/vitest/vitest.mjs"), "run", "--config", "vitest.workspace.ts", ...tests],
      { cwd: repository, uid: user, gid: user, env: environment(home, repository), stdio: "inherit" }
    )
    child.once("error", (error) => {
      console.log(error.message)
      done(false)
    })
    child.once("exit", (code) => done(code === 0))
  })

const missing = tests.filter((test) => !existsSync(join(root, test)))
const user = unusedId()
const home = process.getuid?.() === 0 ? homeOf(user) : undefined

if (missing.length > 0) {
  console.log(`These tests are not there, so scripts/ordinaryUser/tests.ts has to name others: ${missing.join(", ")}`)
  process.exitCode = 1
} else if (home === undefined) {
  const isRoot = process.getuid?.() === 0
  console.log(`Skipped: ${isRoot ? "no folder for temporary files lets another user run programs" : "this needs root"}`)
} else {
  const end = (): void => {
    killAllOf(user)
    // What was just killed may still be on its way out.
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      end()
      process.exit(1)
    })
  const started = performance.now()
  try {
    copyFor(user, root, join(home, "repository"))
    mkdirSync(join(home, "tmp"))
    chownSync(join(home, "tmp"), user, user)
    const copied = seconds(started)
    const hasPassed = await passIn(home, user)
    const how = hasPassed ? "passed" : "failed"
    console.log(
      `As user ${user}, in a home of mode 0700: ${how} after ${seconds(started)}, with ${copied} for the copy`
    )
    process.exitCode = hasPassed ? 0 : 1
  } finally {
    end()
  }
}
