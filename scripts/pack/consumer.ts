// The programs of somebody who has installed the packages: what they import, and that it runs.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const guard = `echo "not in here" >&2; exit 2`

/** A module that imports all entries, and says which of them fail. */
const imports = (entries: ReadonlyArray<string>): string => `const entries = ${JSON.stringify(entries)}
let failed = 0
for (const entry of entries) {
  await import(entry).catch((error) => {
    failed += 1
    console.error(entry + ": " + error)
  })
}
console.log(entries.length + " entries, " + failed + " fail")
process.exitCode = failed === 0 ? 0 : 1
`

const facade = `import assert from "node:assert"
import { Hookline } from "hookline"

await using hooks = await Hookline.open({ project: "project", trust: "all" })
const report = await hooks.emit({ event: "PreToolUse", tool: "Bash", input: { command: "rm -rf /" } })
assert.deepStrictEqual([report.goesOn, report.reasons[0].text], [false, "not in here"])
hooks.on("Stop", () => ({ verdict: "deny", reason: "go on" }))
assert.strictEqual((await hooks.emit({ event: "Stop" })).goesOn, false)
console.log("the promises hold")
`.replaceAll("await using hooks = ", "const hooks = ")

/** What only the types are asked about: every entry, and the promises as people write them. */
const types = (entries: ReadonlyArray<string>): string =>
  [
    ...entries.map((entry, index) => `import type * as m${index} from "${entry}"`),
    `import { Hookline, type Hooks, type PlainReport } from "hookline"`,
    `export type All = [${entries.map((_, index) => `keyof typeof m${index}`).join(", ")}]`,
    `const hooks: Hooks = await Hookline.open({ project: ".", trust: "store" })`,
    `hooks.on("PreToolUse", ({ tool }) => ({ verdict: tool === "Bash" ? "deny" : "pass" }))`,
    `export const report: PlainReport = await hooks.emit({ event: "PreToolUse", tool: "Bash" })`,
    `// @ts-expect-error a tool has a name`,
    `void hooks.emit({ event: "PreToolUse", tool: 1 })`,
    `await hooks.close()`
  ].join("\n")

const plain = `import { open, type PlainReport } from "@hookline/node/Promises"

await using hooks = await open({ project: "." })
export const report: PlainReport = await hooks.emit({ event: "PreToolUse", tool: "Bash" })
`

const compilerOptions = (module: string, moduleResolution: string, types: ReadonlyArray<string>) => ({
  compilerOptions: {
    module,
    moduleResolution,
    // The types of effect name those of browsers.
    lib: ["ES2024", "ESNext.Disposable", "DOM"],
    target: "ES2024",
    types,
    strict: true,
    exactOptionalPropertyTypes: true,
    // What we declare must hold by itself, also for people who check it.
    skipLibCheck: false,
    noEmit: true
  }
})

/** How TypeScript may look for modules. */
export const resolutions: ReadonlyArray<readonly [name: string, module: string, resolution: string]> = [
  ["nodenext", "nodenext", "nodenext"],
  ["node16", "node16", "node16"],
  ["bundler", "esnext", "bundler"]
]

/** Writes them into a folder. */
export const writeConsumer = (folder: string, entries: ReadonlyArray<string>): void => {
  const put = (path: string, text: string): void => {
    const file = join(folder, path)
    mkdirSync(join(file, ".."), { recursive: true })
    writeFileSync(file, text)
  }
  const hook = { hooks: [{ type: "command", command: guard }] }
  put("package.json", JSON.stringify({ private: true, type: "module" }))
  put("project/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: [hook] } }))
  put("imports.js", imports(entries))
  put("facade.js", facade)
  put("types/types.ts", types(entries))
  put("plain/plain.ts", plain)
  for (const [name, module, resolution] of resolutions) {
    put(
      `types/tsconfig.${name}.json`,
      JSON.stringify({ ...compilerOptions(module, resolution, ["node"]), include: ["types.ts"] })
    )
  }
  put("plain/tsconfig.json", JSON.stringify({ ...compilerOptions("nodenext", "nodenext", []), include: ["plain.ts"] }))
}
