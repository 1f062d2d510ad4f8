// Generates the page of what came of each scenario in each SDK, by the last run of `npm run agents -- sdks`, and of what no
// adapter can express. A limit that names a test or a scenario that is not there is an error.
import { sdks } from "../../agents/sdks/all.ts"
import { type Limit, limits } from "../../agents/sdks/limits.ts"
import { scenarios } from "../../agents/sdks/scenarios.ts"
import type { Sdk } from "../../agents/sdks/Sdk.ts"
import { isSdkStale, readSdkTable } from "../../agents/sdks/sdkTable.ts"
import { read } from "../internal/workspace.ts"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map(row).join("\n")

const columnOf = ({ name }: Sdk) => readSdkTable().find((column) => column.name === name)

const titleOf = (sdk: Sdk): string => {
  const column = columnOf(sdk)
  return column === undefined ? sdk.title : `${sdk.title} ${column.version}${isSdkStale(column) ? " (*stale*)" : ""}`
}

const resultOf = (sdk: Sdk, scenario: string): string => {
  const cell = columnOf(sdk)?.cells.find((one) => one.scenario === scenario)
  if (cell === undefined) return "not run"
  return cell.holds ? cell.meant : `**does not hold**: ${cell.meant}`
}

const typesOf = (sdk: Sdk): string => {
  const types = columnOf(sdk)?.types ?? []
  return types.length === 0
    ? "not run"
    : types.map(({ holds, name }) => `${holds ? "yes" : "**no**"}, ${name}`).join("; ")
}

/** The tests of each adapter. */
const tests: Readonly<Record<string, string>> = {
  "claude-agent-sdk": "packages/node/test/adapters/ClaudeAgentSdk.test.ts",
  ai: "packages/node/test/adapters/AiSdk.test.ts",
  langchain: "packages/node/test/adapters/LangChain.test.ts"
}

const knownBy = ({ name }: Sdk, { scenario, test }: Limit): string => {
  if (scenario !== undefined) {
    const found = scenarios.find((one) => one.name === scenario)
    if (found === undefined) throw new Error(`${name} has a limit that names no scenario: ${scenario}`)
    return `the scenario "${found.title}"`
  }
  if (test === undefined) return "its types, sources or runs"
  const file = tests[name]
  if (file === undefined || !read(file).includes(`"${test}"`))
    throw new Error(`${name} has a limit without a test: ${test}`)
  return "a test"
}

const limitsOf = (sdk: Sdk): string =>
  [
    `### ${sdk.title}`,
    "",
    table(
      ["what", "what becomes of it", "known by"],
      (limits[sdk.name] ?? []).map((limit) => [limit.what, limit.becomes, knownBy(sdk, limit)])
    )
  ].join("\n")

const page = (): string => `# In each SDK

\`npm run agents -- sdks\` installs the real SDKs, and plays the same scenarios in an agent of each: hooks of a project, in
Claude Code's format, a scripted model, real processes, and no network but loopback. Each scenario is played with and without
a stream. A column is *stale* if the sources of the [adapters](../adapters.md) have changed since it was run.

${table(
  ["scenario", ...sdks.map(titleOf)],
  [
    ...scenarios.map(({ name, title }) => [title, ...sdks.map((sdk) => resultOf(sdk, name))]),
    ["Its types hold under the strictest settings", ...sdks.map(typesOf)]
  ]
)}

On Windows and macOS nothing of this was run.

## What can't be expressed

${sdks.map(limitsOf).join("\n\n")}
`

export const generate = () => [{ path: "docs/reference/sdks.md", text: page() }]
