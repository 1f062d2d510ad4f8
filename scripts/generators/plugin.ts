// Generates the text of the plugin that `attach opencode` writes: the modules of its folder as one file that imports nothing
// while it is loaded. `attach` puts its constants in front of it.
import path from "node:path"
import { build } from "vite"
import { root } from "../internal/workspace.ts"

const folder = "packages/dialects/src/opencode"

const bundled = async (): Promise<string> => {
  const made = await build({
    configFile: false,
    logLevel: "warn",
    root: path.join(root, folder),
    build: {
      write: false,
      ssr: path.join(root, folder, "plugin/plugin.ts"),
      target: "es2022",
      minify: false,
      rollupOptions: { output: { format: "es", comments: false } }
    }
  })
  const outputs = Array.isArray(made) ? made : [made]
  const chunks = outputs.flatMap((one) => ("output" in one ? one.output : []))
  const [chunk] = chunks
  if (chunks.length !== 1 || chunk?.type !== "chunk") throw new Error("the plugin is not one file")
  if (/^import /m.test(chunk.code)) throw new Error("the plugin imports a module while it is loaded")
  return chunk.code.replaceAll(/^\/\/#.*\n/gm, "")
}

const escaped = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)

export const generate = async () => [
  {
    path: `${folder}/pluginText.ts`,
    text: `/** The text of the plugin, generated from the modules of its folder by \`npm run generate\`. */\nexport const pluginText = \`${escaped(await bundled())}\`\n`
  }
]
