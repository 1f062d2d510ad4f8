// The tests of every package and of the scripts. Vitest reads a file of this name only with `--config`.
import { existsSync, readdirSync } from "node:fs"
import { basename, resolve } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { takeFiles } from "./scripts/internal/lanes.ts"
import { SlowFirst } from "./scripts/internal/SlowFirst.ts"

const root = import.meta.dirname

// Sources are tested as they are: no build, and no stale one. Naming conditions replaces the defaults, so those are
// named again.
const conditions = ["@hookline/source", "module", "node", "development|production"]

const files = takeFiles()

/** Returns patterns of the folders of projects as patterns from the root. */
const below = (folders: ReadonlyArray<string>, patterns: ReadonlyArray<string>): Array<string> =>
  folders.flatMap((folder) => patterns.map((pattern) => `${folder}/${pattern}`))

const project = (name: string, folder: string) => ({
  // A project given as a string ("packages/*") would not inherit the conditions and the set-up file.
  extends: true as const,
  root: resolve(root, folder),
  test: { name, include: files.include, exclude: files.exclude }
})

const folders: ReadonlyArray<string> = [
  ...readdirSync(resolve(root, "packages"))
    .filter((name) => existsSync(resolve(root, "packages", name, "test")))
    .map((name) => `packages/${name}`),
  "scripts"
]

// Each project has workers of its own, each of which imports everything once more. So a lane is one project, unless some are
// named.
const isOneProject = files.isLane && !process.argv.some((word) => word.startsWith("--project"))

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A forgotten `.only` would pass the tests that it leaves out.
    allowOnly: false,
    // Behaviour is tested here, not speed: a busy machine must not fail a property that has many cases.
    testTimeout: 60_000,
    // What prepares a file starts servers and databases, beside everything else that runs.
    hookTimeout: 120_000,
    // Tests of processes mostly wait: more of them than there are cores are done sooner.
    maxWorkers: 4,
    // The tests of several projects run one project after the other, in its order.
    ...(isOneProject && { sequence: { sequencer: SlowFirst } }),
    // A worker imports every module once, for all test files that it runs: half of the time of most of them. So a test
    // that changes the process (`process.env`, a global) restores it.
    isolate: false,
    reporters: [...configDefaults.reporters, resolve(root, "scripts/internal/SkippedReporter.ts")],
    globalSetup: [resolve(root, "scripts/internal/testSetup.ts")],
    setupFiles: [resolve(root, "vitest.setup.ts")],
    ...(isOneProject
      ? { include: below(folders, files.include), exclude: below(folders, files.exclude) }
      : { projects: folders.map((folder) => project(basename(folder), folder)) })
  }
})
