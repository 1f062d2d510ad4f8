// Puts into README and guides what they quote: examples that are compiled and run, and what a command really prints.
//
//   <!-- example: NAME --> … <!-- /example -->    the file docs/examples/NAME
//   <!-- output: npm start --> … <!-- /output -->  what scripts/start.ts prints
import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"
import { read, root } from "../internal/workspace.ts"

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const example = (name: string): string => fence("ts", read(`docs/examples/${name}`))

const output = (): string => {
  const { error, status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--conditions=@hookline/source", "scripts/start.ts"],
    { cwd: root, encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } }
  )
  if (status !== 0) throw new Error(`npm start failed: ${error?.message ?? stderr}`)
  return fence("", stdout)
}

const filled = (text: string): string =>
  text
    .replaceAll(
      /(<!-- example: (\S+) -->\n)[\s\S]*?(<!-- \/example -->)/g,
      (_, before: string, name: string, after: string) => `${before}\n${example(name)}\n\n${after}`
    )
    .replaceAll(
      /(<!-- output: npm start -->\n)[\s\S]*?(<!-- \/output -->)/g,
      (_, before: string, after: string) => `${before}\n${output()}\n\n${after}`
    )

export const generate = () =>
  ["README.md", ...globSync("docs/*.md", { cwd: root }).toSorted()].map((path) => ({ path, text: filled(read(path)) }))
