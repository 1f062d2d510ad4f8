// Puts into README and guides what they quote: examples that are compiled and run, and what a command really prints.
//
//   <!-- example: NAME --> … <!-- /example -->    the file docs/examples/NAME, or with NAME#PART a part of it,
//                                                 which stands between the lines // <PART> and // </PART>
//   <!-- output: npm start --> … <!-- /output -->  what scripts/start.ts prints, without times, which differ on each machine
//   <!-- output: two agents --> … <!-- /output -->  what scripts/demo/twoAgents.ts prints
import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"
import { sep } from "node:path"
import { twoAgents } from "../demo/twoAgents.ts"
import { read, root } from "../internal/workspace.ts"

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const isMark = (line: string): boolean => /^\s*\/\/ <\/?[a-z-]+>$/.test(line)

/** What stands between a part's marks, and as far to the left as it goes. */
const partOf = (name: string, text: string, part: string): string => {
  const lines = text.split("\n")
  const [from, to] = [`// <${part}>`, `// </${part}>`].map((mark) => lines.findIndex((line) => line.trim() === mark))
  if (from === undefined || to === undefined || from === -1 || to < from) {
    throw new Error(`docs/examples/${name} has no part "${part}"`)
  }
  const inside = lines.slice(from + 1, to).filter((line) => !isMark(line))
  const indents = inside.filter((line) => line !== "").map((line) => line.search(/\S/))
  return inside.map((line) => line.slice(Math.min(...indents))).join("\n")
}

const example = (wanted: string): string => {
  const [name = "", part] = wanted.split("#")
  const text = read(`docs/examples/${name}`)
  return fence("ts", part === undefined ? text : partOf(name, text, part))
}

/** What `npm start` prints where nobody is there, and no model either. */
const printed = (): string => {
  const { ANTHROPIC_API_KEY: _, OPENAI_API_KEY: __, ...env } = process.env
  const { error, status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--conditions=@hookline/source", "scripts/start.ts"],
    { cwd: root, encoding: "utf8", env: { ...env, NODE_OPTIONS: "", NO_COLOR: "1" } }
  )
  if (status !== 0) throw new Error(`npm start failed: ${error?.message ?? stderr}`)
  return fence("", stdout)
}

/** Removes times, because those of a busy machine would be read as the cost of a hook. */
const withoutTimes = (text: string): string => text.replaceAll(/ \d+(?:\.\d+)? ms/g, "")

/** Lines are broken where times leave room, so that the place of a break is no difference. */
const unbroken = (text: string): string => text.replaceAll(/\s+/g, " ")

const outputs: Readonly<Record<string, () => string>> = {
  "npm start": () => withoutTimes(printed()),
  "two agents": () => fence("", twoAgents())
}

/** Returns what is printed, or the text that the page has, where the two differ in line breaks alone. */
const output = (name: string, standing: string): string => {
  const now = outputs[name]?.()
  if (now === undefined) throw new Error(`there is no output "${name}"`)
  return unbroken(standing) === unbroken(now) ? standing : now
}

const filled = (text: string): string =>
  text
    .replaceAll(
      /(<!-- example: (\S+) -->\n)[\s\S]*?(<!-- \/example -->)/g,
      (_, before: string, name: string, after: string) => `${before}\n${example(name)}\n\n${after}`
    )
    .replaceAll(
      /(<!-- output: ([\w ]+) -->\n)([\s\S]*?)(<!-- \/output -->)/g,
      (_, before: string, name: string, standing: string, after: string) =>
        `${before}\n${output(name, standing.trim())}\n\n${after}`
    )

export const generate = () =>
  ["README.md", ...globSync(["docs/*.md", "packages/*/README.md"], { cwd: root }).toSorted()].map((path) => ({
    path: path.replaceAll(sep, "/"),
    text: filled(read(path))
  }))
