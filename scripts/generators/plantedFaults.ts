// Generates the reference page of the laws: where the fault that breaks each is planted, and the test that finds it.
import { named } from "../mutate/choose.ts"
import { readFound } from "../mutate/found.ts"
import type { Law } from "../mutate/Law.ts"
import { laws } from "../mutate/laws.ts"
import { readAll } from "../mutate/Source.ts"

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`)

const row = ({ id, law, symbol }: Law, folder: string, test: string | undefined): string =>
  `| \`${id}\` | ${cell(law)} | ${folder}: \`${symbol}\` | ${test === undefined ? "**no test**" : cell(test)} |`

const page = (): string => {
  const packages = new Map(named(readAll()).map(({ id, source }) => [id, source.package]))
  const found = readFound()
  const rows = laws.map((law) => row(law, packages.get(law.id) ?? "", found.get(law.id)?.test))
  return `# Planted faults

Laws of the library. A fault that breaks each is planted in a copy of the sources, and a test has to fail; how, is
described in [How Hookline is tested](../testing.md#planted-faults). The last column names the test that failed when
\`npm run mutate\` last tried the fault.

| fault | law | planted in | found by |
| --- | --- | --- | --- |
${rows.join("\n")}
`
}

export const generate = () => [{ path: "docs/reference/planted-faults.md", text: page() }]
