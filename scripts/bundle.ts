// Writes the bundle of the command: one file for each thing that may be needed, loaded when it is. The example that the
// demonstration plays is copied beside it, for those who have no repository.
import { cpSync } from "node:fs"
import path from "node:path"
import { build } from "vite"
import { root } from "./internal/workspace.ts"

const hookline = path.join(root, "packages/hookline")

/** The module that the command begins with, as a path from the root. */
export const entry = "packages/hookline/src/main.ts"

/** Writes it anew. */
export const bundle = async (): Promise<void> => {
  await build({
    configFile: false,
    logLevel: "warn",
    root: hookline,
    resolve: { conditions: ["@hookline/source", "module", "node", "production"] },
    ssr: {
      noExternal: true,
      target: "node",
      resolve: { conditions: ["@hookline/source", "module", "node", "production"] }
    },
    build: {
      ssr: path.join(root, entry),
      outDir: path.join(hookline, "bundle"),
      emptyOutDir: true,
      target: "node22",
      minify: true,
      rollupOptions: {
        output: {
          // Node loads what a module of this kind asks of it when it is asked for; of the other kind, all of it at once.
          format: "cjs",
          entryFileNames: "main.cjs",
          chunkFileNames: "[name]-[hash].cjs",
          // What starts processes is not for those that only want to know that there is nothing to do.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: "runners",
                test: /executor\/src\/(?:internal\/(?:process|python)|Process(?:Command|Python)Runner)/,
                priority: 10
              }
            ]
          }
        }
      }
    }
  })
  const demo = "examples/demo"
  cpSync(path.join(root, demo), path.join(hookline, "bundle", demo), { recursive: true })
}

if (import.meta.main) await bundle()
