/** Shows a run: the hooks in order, their replies, and the result. */
import type { RunOutput } from "@hookline/schema/RunOutput"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import type { Paint } from "@hookline/node/kit/output/paint"
import { json, printer } from "@hookline/node/kit/output/Printer"
import { placeOf, type Reader } from "@hookline/node/kit/output/Reader"
import { inMillis } from "@hookline/node/kit/output/units"
import { judgement } from "./judgement.ts"
import type { Answered } from "../commands/run/settle.ts"

type Run = RunOutput["runs"][number]

const marks = { ran: "✓", failed: "✗", skipped: "·", interrupted: "·" } as const

const coloursOf = ({ green, red, dim }: Paint): Readonly<Record<Run["status"], (text: string) => string>> => ({
  ran: green,
  failed: red,
  skipped: dim,
  interrupted: dim
})

const took = ({ ms }: Run): string => (ms === undefined ? "" : inMillis(ms))

const lookOf = (look: 2 | 3): string => `${look === 2 ? "second" : "third"} look, at the changed input`

const rowOf = (run: Run, { paint, relative }: Reader): string => {
  const said = [
    run.look === undefined ? "" : lookOf(run.look),
    run.exit === undefined || run.exit === 0 ? "" : `exit ${run.exit}`,
    run.why ?? ""
  ]
  const mark = coloursOf(paint)[run.status](marks[run.status])
  const place = paint.dim(placeOf(run.source, relative))
  return [`  ${mark} ${run.id}`, took(run), place, said.filter((part) => part !== "").join(": ")]
    .filter((part) => part !== "")
    .join("  ")
}

/** The maximum number of lines of one hook's output that are shown. */
const mostLines = 8

/** Returns the output of a hook, each line with the name of its stream. `shown` are texts that the result has anyway. */
const printedBy = (
  { stderr = "", stdout = "" }: Run,
  shown: ReadonlySet<string>,
  { dim }: Paint
): ReadonlyArray<string> =>
  [["stdout", stdout] as const, ["stderr", stderr] as const].flatMap(([name, text]) => {
    const lines = text === "" || shown.has(text) ? [] : text.split("\n")
    const rest = lines.length - mostLines
    return [...lines.slice(0, mostLines), ...(rest > 0 ? [`… and ${rest} more lines`] : [])].map((line) =>
      dim(`      ${name}: ${line}`)
    )
  })

const counted = (count: number, one: string): ReadonlyArray<string> =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${one}s`]

/** Returns the confinement of a hook, and the effect that it would have had if it were trusted. */
const confinedBy = ({ confined }: Run, { yellow }: Paint): ReadonlyArray<string> => {
  if (confined === undefined) return []
  const { profile, state, unclamped, withheld = [] } = confined
  const would = unclamped && [
    ...(unclamped.verdict === "pass" ? [] : [unclamped.verdict]),
    ...counted(unclamped.changes, "change"),
    ...counted(unclamped.context, "text for the model"),
    ...counted(unclamped.halts, "halt"),
    ...counted(unclamped.effects, "effect")
  ]
  const isUntrusted = state === "new" || state === "changed"
  return [
    `      ${isUntrusted ? `${state}, so confined` : "ran"} in the profile ${profile}`,
    ...(would === undefined || would.length === 0
      ? []
      : [`      trusted, it would have had this effect: ${would.join(", ")}`]),
    ...(withheld.length === 0 ? [] : [`      it did not get ${withheld.join(", ")}`])
  ].map(yellow)
}

/** Returns the model that judged, with its tokens. */
const judgedBy = ({ judged }: Run, { dim }: Paint): ReadonlyArray<string> => {
  if (judged === undefined) return []
  const { inputTokens, model, outputTokens } = judged
  return [dim(`      ${judgement({ models: model === undefined ? [] : [model], inputTokens, outputTokens })}`)]
}

const titles = {
  pass: "Pass: no hook decided about it",
  allow: "Allow: it may run without being asked about",
  ask: "Ask: a person decides",
  defer: "Defer: it waits",
  deny: "Deny: it does not happen"
} as const

const indented = (text: string, by = "    "): string =>
  text
    .split("\n")
    .map((line) => `${by}${line}`)
    .join("\n")

const section = (title: string, rows: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.length === 0 ? [] : ["", title, ...rows]

/** Shows an object before and after a change, by its fields. */
const difference = (before: unknown, after: unknown, { green, red }: Paint): ReadonlyArray<string> => {
  if (before === undefined) return []
  const fieldsOf = (value: unknown): ReadonlyMap<string, string> =>
    new Map(
      typeof value === "object" && value !== null
        ? Object.entries(value).map(([name, field]) => [onOneLine(name), json(field)])
        : [["", json(value)]]
    )
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    if (old.get(name) === now.get(name)) return []
    const of = (value: string | undefined, sign: string, colour: (text: string) => string): ReadonlyArray<string> =>
      value === undefined ? [] : [colour(`    ${sign} ${name === "" ? "" : `${name}: `}${value}`)]
    return [...of(old.get(name), "-", red), ...of(now.get(name), "+", green)]
  })
}

/** Shows the answer to a question. */
const answered = ({ answer, found, granted }: Answered): string => {
  const what = granted ? "granted" : "denied"
  if (found === "timeout") return `${what}: no approver answered in time`
  if (found === "interrupted") return `${what}: the question was interrupted`
  return found === "remembered" ? `${what} before` : `${what} by you${granted ? `: ${answer}` : ""}`
}

/** The output of a run, the tool's input before it, and the answers to its questions. */
export interface Ran {
  readonly output: RunOutput
  readonly input: unknown
  readonly answers?: ReadonlyArray<Answered>
}

/** Formats a run. */
export const showRun = printer<Ran>(
  ({ answers = [], input, output }, reader) => {
    const { bold, dim, green, red, yellow } = reader.paint
    const colour = { pass: dim, allow: green, ask: yellow, defer: yellow, deny: red }[output.verdict]
    const { context, diagnostics, env, halt, notices, reasons, runs } = output
    const shown = new Set([...reasons, ...context, ...notices].map(({ text }) => text.trim()))
    const problems = diagnostics.filter(({ level }) => level !== "info")
    return [
      bold(output.event),
      ...(runs.length === 0 ? [dim(`  no hook runs; \`hookline plan ${output.event}\` shows why not`)] : []),
      ...runs.flatMap((run) => [
        rowOf(run, reader),
        ...confinedBy(run, reader.paint),
        ...printedBy(run, shown, reader.paint),
        ...judgedBy(run, reader.paint)
      ]),
      "",
      ...answers.map((one) => `${(one.granted ? green : red)(`Asked, and ${answered(one)}`)}  ${dim(one.prompt)}`),
      colour(
        answers.length > 0 && output.verdict === "pass" ? "Pass: what was asked was granted" : titles[output.verdict]
      ),
      ...reasons.map(({ by, text }) => `${indented(text, "  ")}  ${dim(by)}`),
      ...(halt === null ? [] : [red(`The agent is halted: ${halt.reason}  ${dim(halt.by)}`)]),
      ...section("What changes", difference(input, output.input, reader.paint)),
      ...section(
        "What the model reads",
        context.map(({ by, role, text }) => `${indented(text)}  ${dim(`${role}, ${by}`)}`)
      ),
      ...section(
        "What the user reads",
        // A report about a place names it.
        notices.map(({ by, level, text }) =>
          [indented(`${level}: ${text}`), ...(text.includes(by) ? [] : [dim(by)])].join("  ")
        )
      ),
      ...section(
        "What the session exports",
        Object.entries(env).map(([name, value]) => `    ${onOneLine(name)}=${json(value)}`)
      ),
      ...(problems.length === 0
        ? []
        : [
            "",
            yellow(
              `${problems.length} problem${problems.length === 1 ? "" : "s"} in the configuration; \`hookline check\` shows each`
            )
          ])
    ].join("\n")
  },
  { lines: ["text", "stdout", "stderr"], raw: ["input", "env"] }
)
