/** Bundles the scripts of the site: the page's own, and the playground with its two workers. */
import { join } from "node:path"
import { build, type Plugin } from "vite"
import { root } from "../scripts/internal/workspace.ts"

const virtual = (codes: Readonly<Record<string, string>>): Plugin => ({
  name: "worker-code",
  resolveId: (id) => (Object.hasOwn(codes, id) ? `\0${id}` : null),
  load: (id) => (Object.hasOwn(codes, id.slice(1)) ? `export default ${JSON.stringify(codes[id.slice(1)])}` : null)
})

/** Bundles a module as one script that needs no others, so that it also runs from a file. */
const script = async (entry: string, codes: Readonly<Record<string, string>> = {}): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    root: join(root, "site"),
    plugins: [virtual(codes)],
    resolve: {
      conditions: ["@hookline/source", "module", "browser", "production"],
      // Dialects read paths by Node's functions, of which a browser has none.
      alias: { "node:path": join(root, "site/playground/paths.ts") }
    },
    build: {
      write: false,
      minify: true,
      target: "es2022",
      modulePreload: false,
      rollupOptions: {
        input: join(root, "site", entry),
        output: { format: "iife", codeSplitting: false },
        // One script loads no others, so that it has no address from which to resolve them.
        transform: { define: { "import.meta": "{}" } }
      }
    }
  })
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []))
  const [chunk, ...others] = outputs.filter((one) => one.type === "chunk")
  if (chunk === undefined || others.length > 0) throw new Error(`${entry} is not one script`)
  return chunk.code
}

/** The scripts of the site by their names. */
export const bundle = async (): Promise<Readonly<Record<string, string>>> => {
  const patterns = await script("playground/workers/patterns.ts")
  const engine = await script("playground/workers/engine.ts", { "virtual:patterns": patterns })
  return {
    "theme.js": await script("client/theme.ts"),
    "page.js": await script("client/page.ts"),
    "playground.js": await script("playground/view/main.ts", { "virtual:engine": engine })
  }
}
