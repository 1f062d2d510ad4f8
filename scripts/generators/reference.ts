// Generates the reference pages of the guide from the vocabulary itself: the events, and what can be wrong with a file.
import * as Carries from "@hookline/schema/Carries"
import { codes, DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/Target"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { mends } from "./internal/mends.ts"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map(row).join("\n")

const isNeeded = ([field, schema]: readonly [string, Schema.Constraint]): boolean =>
  field !== "_tag" && Option.isNone(Schema.Struct({ [field]: schema }).makeOption({}))

/** An event of this name, whatever it is about: what it can carry does not depend on that. */
const anEvent = (name: HookEvent.Tag): HookEvent.HookEvent => ({ _tag: name, source: "" }) as HookEvent.HookEvent // Only these are looked at.

const isEnd = ({ failsClosed, verdicts }: Carries.Carries): boolean => verdicts.includes("Deny") && !failsClosed

const powers = (name: HookEvent.Tag): string => {
  const carries = Carries.of(anEvent(name))
  const can = [
    // At the end of some work a no means: go on with it.
    ...carries.verdicts.map((verdict) => (isEnd(carries) ? "make the work go on" : verdict.toLowerCase())),
    ...carries.changes.map((target) => `change the ${target}`),
    ...(carries.context ? ["add context"] : []),
    ...(carries.halts ? ["halt"] : []),
    ...carries.effects.map((kind) => `\`${kind}\``)
  ]
  return can.length === 0 ? "watch" : can.join(", ")
}

const events = (): string =>
  table(
    ["event", "a matcher is held against", "always has", "a hook can"],
    [...HookEvent.names, "Other" as const].map((name) => {
      const needed = Object.entries(HookEvent.cases[name].fields).filter(isNeeded)
      return [
        name,
        Target.has(name) ? `\`${Target.fieldOf(name)}\`` : "–",
        needed.map(([field]) => `\`${field}\``).join(", ") || "–",
        powers(name)
      ]
    })
  )

const eventsPage = `# Events

What a hook can be configured for. Every event may also carry \`sessionId\`, \`cwd\`, \`transcriptPath\`, \`timestamp\`,
\`permissionMode\` and what its host adds. On standard input a hook gets the fields in its own dialect's spelling.

\`Other\` is an event that its host has and nobody else knows: hooks configured under exactly its name run, and may add
context. What a hook says and an event cannot carry becomes a notice, never silence.

${events()}
`

const section = (code: DiagnosticCode): string => {
  const [level, meaning] = codes[code]
  const { cause, fix } = mends[code]
  return `## ${code}\n\n**${level}** ${meaning}\n\n- **Cause.** ${cause}\n- **What to do.** ${fix}`
}

const diagnosticsPage = `# Diagnostics

What can be wrong with a configuration. The codes are stable: a code never changes its meaning.

An \`error\` costs an entry, or a file with all its entries. A \`warning\` costs nothing, but the hook will hardly do what
was meant. An \`info\` is worth knowing. Each diagnostic tells file, line and column, what is wrong, and what to write.

What else may be the matter, by what is seen, stands in [troubleshooting](../troubleshooting.md).

${Object.values(DiagnosticCode.literals).map(section).join("\n\n")}
`

export const generate = () => [
  { path: "docs/reference/events.md", text: eventsPage },
  { path: "docs/reference/diagnostics.md", text: diagnosticsPage }
]
