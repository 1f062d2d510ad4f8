// Writes the bundle of the command: one file for each thing that may be needed, loaded when it is.
import path from "node:path"
import { build } from "vite"
import { root } from "./internal/workspace.ts"

const hookline = path.join(root, "packages/hookline")

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
      ssr: path.join(hookline, "src/command/main.ts"),
      outDir: path.join(hookline, "bundle"),
      emptyOutDir: true,
      target: "node22",
      minify: true,
      rollupOptions: { output: { format: "es", entryFileNames: "main.js", chunkFileNames: "[name]-[hash].js" } }
    }
  })
}

if (import.meta.main) await bundle()
