/** A demonstration as people read it: a table as it happens, a hundred columns wide. */
import type { RunOutput } from "@hookline/schema/RunOutput"
import { visible } from "@hookline/schema/kit/shown/visible"
import { json, printer } from "@hookline/node/kit/output/Printer"
import { typedAs } from "../output/typedAs.ts"
import type { Begun, Ended, Played } from "./Played.ts"

export const width = 100
export const columns = { event: 20, what: 28, verdict: 9 }
export const hooksAt = columns.event + columns.what + columns.verdict
const indent = "    "

type Run = RunOutput["runs"][number]

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

const oneLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/:\s*\n\s*/g, ": ")
    .replaceAll(/\s*\n\s*/g, " · ")

const cell = (text: string, most: number): string => cut(text, most - 1).padEnd(most)

/** Returns the name of a hook as its author wrote it. */
export const nameOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1)

const told = ({ id, look, ms, status }: Run): string =>
  `${nameOf(id)}${look === undefined ? "" : " again"} ${status === "interrupted" || ms === undefined ? "interrupted" : `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`}`

/** Words with commas, in lines that are not too long. */
const wrapped = (words: ReadonlyArray<string>, most: number): ReadonlyArray<string> =>
  words.reduce<ReadonlyArray<string>>((lines, word, index) => {
    const text = index === words.length - 1 ? word : `${word},`
    const last = lines.at(-1)
    return last === undefined || last.length + 1 + text.length > most
      ? [...lines, text]
      : [...lines.slice(0, -1), `${last} ${text}`]
  }, [])

const hooksOf = (runs: ReadonlyArray<Run>): ReadonlyArray<string> => {
  const skipped = runs.filter(({ status }) => status === "skipped").length
  const ran = runs.filter(({ status }) => status !== "skipped").map(told)
  return wrapped(skipped === 0 ? ran : [...ran, `${skipped} skipped`], width - hooksAt)
}

const commandOf = (input: unknown): string =>
  typeof input === "object" && input !== null && "command" in input && typeof input.command === "string"
    ? visible(input.command)
    : json(input)

/** Returns the one line about an event, or `undefined`. */
const whyOf = ({ asked, before, output }: Played): string | undefined => {
  const { changes, context, event, notices, reasons, verdict } = output
  const [question] = asked
  if (question !== undefined) return `asked: ${question.prompt} → ${question.answer}`
  const [reason] = reasons
  if (verdict === "deny" && reason !== undefined) {
    return `${event === "Stop" ? "the agent goes on: " : ""}${reason.text}`
  }
  if (changes.length > 0 && before !== undefined) return `it runs: ${commandOf(output.input)}`
  const [text] = context
  if (text !== undefined) return `the model reads: ${text.text}`
  const [notice] = notices
  return notice === undefined ? undefined : `you read: ${notice.text}`
}

/** The heading, and what is to be known before the first event. */
export const showBegun = printer<Begun>(({ judge, lacks }, { paint: { bold, dim, yellow } }) =>
  [
    "An agent's session, played through the real hooks of an example, in a folder of its own.",
    `Nothing of yours is touched. The judge on Stop is ${judge}.`,
    "Hooks of a project run confined until you trust them, with `hookline trust`; these are trusted.",
    ...(lacks.length === 0
      ? []
      : [yellow(`This machine lacks ${lacks.join(" and ")}: hooks that need it fail, and guards that fail deny.`)]),
    "",
    `${bold(cell("EVENT", columns.event) + cell("WHAT", columns.what) + cell("VERDICT", columns.verdict))}${dim("HOOKS")}`
  ].join("\n")
)

/** The lines of one event. */
export const showPlayed = printer<Played>(
  (played, { paint }) => {
    const { bold, dim, green, red, yellow } = paint
    const { output, tool, what } = played
    const [first = "no hook", ...rest] = hooksOf(output.runs)
    const paintOf = { pass: green, allow: green, ask: yellow, defer: yellow, deny: red }[output.verdict]
    const why = output.runs.reduce((text, { id }) => text?.replaceAll(id, nameOf(id)), whyOf(played))
    const event = tool === undefined ? output.event : `${output.event} ${tool}`
    return [
      `${bold(cell(event, columns.event))}${cell(what, columns.what)}${paintOf(cell(output.verdict, columns.verdict))}${dim(first)}`,
      ...rest.map((line) => `${" ".repeat(hooksAt)}${dim(line)}`),
      ...(why === undefined ? [] : [`${indent}${cut(oneLine(why), width - indent.length)}`])
    ].join("\n")
  },
  { lines: ["text", "prompt", "answer"], raw: ["before", "input"] }
)

/** Shows the log, and the commands to try next. */
export const showEnded = printer<Ended>(({ faults, isSound, records }, { paint: { bold, green, red } }) =>
  [
    "",
    isSound
      ? green(`All of this is in an audit log of ${records} records, verified: each holds the hash of the one before.`)
      : red(`The audit log is not sound: ${faults.join("; ")}`),
    "",
    bold("Next:"),
    ...(
      [
        ["hookline init", "writes a first guard into your project, and shows how to try it"],
        ["hookline plan Stop", "which of your hooks would run, and why the others would not"],
        ["hookline attach claude", "puts all of them behind your agent; detach takes them out again"]
      ] as const
    ).map(([command, text]) => `  ${typedAs(command.padEnd(25))}${text}`)
  ].join("\n")
)
