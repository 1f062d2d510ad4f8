// The tests of the site, in a real browser: `npm run test:browser`.
import { resolve } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"

const root = resolve(import.meta.dirname, "..")

const conditions = ["@hookline/source", "module", "node", "development|production"]

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    allowOnly: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // The machine's processors are for the browser and the command.
    maxWorkers: 2,
    reporters: [...configDefaults.reporters, resolve(root, "scripts/internal/SkippedReporter.ts")],
    globalSetup: [resolve(import.meta.dirname, "test/internal/testSetup.ts")]
  }
})
