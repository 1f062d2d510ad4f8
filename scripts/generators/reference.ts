// Generates the reference pages of the guide from the schemas: the events, and the diagnostics.
import * as Capabilities from "@hookline/schema/Capabilities"
import { codes, DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Target from "@hookline/schema/kit/Target"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { advice } from "./internal/advice.ts"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map(row).join("\n")

const isNeeded = ([field, schema]: readonly [string, Schema.Constraint]): boolean =>
  field !== "_tag" && Option.isNone(Schema.Struct({ [field]: schema }).makeOption({}))

/** Creates an event of this name. The capabilities do not depend on its other fields. */
const anEvent = (name: HookEvent.Tag): HookEvent.HookEvent => ({ _tag: name, source: "" }) as HookEvent.HookEvent // Only these are read.

const isEnd = ({ failsClosed, verdicts }: Capabilities.Capabilities): boolean =>
  verdicts.includes("Deny") && !failsClosed

const powers = (name: HookEvent.Tag): string => {
  const carries = Capabilities.of(anEvent(name))
  const can = [
    // At the end of some work a denial makes it continue.
    ...carries.verdicts.map((verdict) => (isEnd(carries) ? "make the work continue" : verdict.toLowerCase())),
    ...carries.changes.map((target) => `change the ${target}`),
    ...(carries.context ? ["add context"] : []),
    ...(carries.halts ? ["halt"] : []),
    ...carries.effects.map((kind) => `\`${kind}\``)
  ]
  return can.length === 0 ? "watch" : can.join(", ")
}

const events = (): string =>
  table(
    ["event", "match target", "always has", "a hook can"],
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

The events that hooks are configured for. Every event may also have \`sessionId\`, \`cwd\`, \`transcriptPath\`, \`timestamp\`,
\`permissionMode\` and fields that its host adds. On standard input a hook gets the fields in its dialect's spelling.

\`Other\` is an event that only its host has: hooks configured under exactly its name run, and may add context. A part of a
hook's answer that an event does not support becomes a notice.

${events()}
`

const section = (code: DiagnosticCode): string => {
  const [level, meaning] = codes[code]
  const { cause, fix } = advice[code]
  return `## ${code}\n\n**${level}** ${meaning}\n\n- **Cause.** ${cause}\n- **What to do.** ${fix}`
}

const diagnosticsPage = `# Diagnostics

The problems that Hookline reports in configurations. The codes are stable: a code never changes its meaning.

An \`error\` disables an entry, or a file with all its entries. A \`warning\` disables nothing, but the hook will hardly work
as intended. An \`info\` needs no action. Each diagnostic has file, line and column, the problem, and the fix.

For other problems, by their symptoms, see [troubleshooting](../troubleshooting.md).

${Object.values(DiagnosticCode.literals).map(section).join("\n\n")}
`

export const generate = () => [
  { path: "docs/reference/events.md", text: eventsPage },
  { path: "docs/reference/diagnostics.md", text: diagnosticsPage }
]
