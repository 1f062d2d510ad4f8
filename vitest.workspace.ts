// The tests of every package and of the scripts. Vitest reads a file of this name only with `--config`.
import { existsSync, readdirSync } from "node:fs"
import { resolve } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { takeFiles } from "./scripts/internal/lanes.ts"

const root = import.meta.dirname

// Sources are tested as they are: no build, and no stale one. Naming conditions replaces the defaults, so those are
// named again.
const conditions = ["@hookline/source", "module", "node", "development|production"]

const files = takeFiles()

const project = (name: string, folder: string) => ({
  // A project given as a string ("packages/*") would not inherit the conditions and the set-up file.
  extends: true as const,
  root: resolve(root, folder),
  test: { name, ...files }
})

const packages = readdirSync(resolve(root, "packages"))
  .filter((name) => existsSync(resolve(root, "packages", name, "test")))
  .map((name) => project(name, `packages/${name}`))

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A forgotten `.only` would pass the tests that it leaves out.
    allowOnly: false,
    // Behaviour is tested here, not speed: a busy machine must not fail a property that has many cases.
    testTimeout: 60_000,
    // Tests of processes mostly wait: more of them than there are cores are done sooner.
    maxWorkers: 4,
    // A worker imports every module once, for all test files that it runs: half of the time of most of them. So a test
    // that changes the process (`process.env`, a global) restores it.
    isolate: false,
    reporters: [...configDefaults.reporters, resolve(root, "scripts/internal/SkippedReporter.ts")],
    globalSetup: [resolve(root, "scripts/internal/testSetup.ts")],
    setupFiles: [resolve(root, "vitest.setup.ts")],
    projects: [...packages, project("scripts", "scripts")]
  }
})
