/** The records of a log as people read them. */
import type { AuditedHook, Entry } from "@hookline/coordinator/Audit"
import { runsOn } from "@hookline/core/Background"
import type { AuditRecord } from "@hookline/coordinator/AuditRecords"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import type { Paint } from "@hookline/node/kit/output/paint"
import { printer } from "@hookline/node/kit/output/Printer"
import type { Reader } from "@hookline/node/kit/output/Reader"
import { inMillis } from "@hookline/node/kit/output/units"

type Of<Tag extends Entry["_tag"]> = Extract<Entry, { readonly _tag: Tag }>

const indented = (text: string, by: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `${by}${line}`)
    .join("\n")

/** Formats the time so that it sorts, with its zone. */
export const timeOf = (at: number): string => new Date(at).toISOString().replace("T", " ")

const marks = { ran: "✓", failed: "✗", skipped: "·", interrupted: "·" } as const

/** Returns the mark of a hook. The result of one that still ran in the background is in a later record. */
const markOf = ({ status, why }: AuditedHook): string => (why === runsOn ? "…" : marks[status])

const verdictIn = (verdict: Of<"Event">["verdict"], { dim, green, red, yellow }: Paint): string =>
  ({ Pass: dim, Allow: green, Ask: yellow, Defer: yellow, Deny: red })[verdict](verdict)

const joined = (parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join("  ")

const hookRow = (hook: AuditedHook, { paint, relative }: Reader): string => {
  const { failure, file, hidden, id, millis, status, verdict, why } = hook
  const colour = { ran: paint.green, failed: paint.red, skipped: paint.dim, interrupted: paint.dim }[status]
  return joined([
    `    ${colour(markOf(hook))} ${id}`,
    verdict === undefined ? "" : verdictIn(verdict, paint),
    millis === undefined ? "" : inMillis(millis),
    file === undefined ? "" : paint.dim(relative(file)),
    hidden === true ? paint.dim("hides its output") : "",
    onOneLine(failure?.text ?? why ?? "")
  ])
}

/** Returns the shown part of a text: all of it, or its beginning. */
const shown = (text: string, whole: boolean): ReadonlyArray<string> => {
  if (text.trim() === "") return []
  if (whole) return [indented(text, "      ")]
  const [first = "", ...rest] = text.trim().split("\n")
  const isCut = rest.length > 0 || first.length > 100
  return [indented(`${first.slice(0, 100)}${isCut ? " …" : ""}`, "      ")]
}

const eventRows = (entry: Of<"Event">, reader: Reader, whole: boolean): ReadonlyArray<string> => {
  const { end, event, hooks, reasons, session, start, verdict } = entry
  const { bold, dim } = reader.paint
  return [
    joined([bold(event), verdictIn(verdict, reader.paint), inMillis(end - start), dim(session ?? "")]),
    ...reasons.map(({ by, text }) => joined([indented(text, "    "), dim(by)])),
    ...hooks.flatMap((hook) => [
      hookRow(hook, reader),
      ...(whole && hook.output !== undefined ? shown(hook.output, whole) : [])
    ])
  ]
}

const injectionRows = (entry: Of<"Injection">, { paint }: Reader, whole: boolean): ReadonlyArray<string> => {
  const { by, bytes, event = "", fate, role, session = "", text, why = "" } = entry
  const colour = { given: paint.green, refused: paint.red, spilled: paint.yellow }[fate]
  return [
    joined([
      `${paint.bold(event)}${event === "" ? "" : "  "}a text for the model, ${colour(fate)}: ${bytes} bytes as ${role}`,
      paint.dim(by),
      paint.dim(session),
      why
    ]),
    ...shown(text, whole)
  ]
}

const approvalRows = (entry: Of<"Approval">, { paint }: Reader): ReadonlyArray<string> => {
  const { answer, by, event = "", found, granted, prompt, session = "" } = entry
  const what = granted ? paint.green("granted") : paint.red("denied")
  return [
    joined([
      `${paint.bold(event)}${event === "" ? "" : "  "}a question, ${what}: ${answer} (${found})`,
      paint.dim(by),
      paint.dim(session)
    ]),
    ...shown(prompt, true)
  ]
}

const rowsOf = (entry: Entry, reader: Reader, whole: boolean): ReadonlyArray<string> => {
  switch (entry._tag) {
    case "Event":
      return eventRows(entry, reader, whole)
    case "Injection":
      return injectionRows(entry, reader, whole)
    case "Approval":
      return approvalRows(entry, reader)
    case "Lost":
      return [
        reader.paint.red(`${entry.count} records could not be written since ${timeOf(entry.since)}: ${entry.why}`)
      ]
  }
}

/** Records of a log. `whole` shows texts to their end, and what hooks printed. */
export interface Records {
  readonly records: ReadonlyArray<AuditRecord>
  readonly whole: boolean
}

/** Formats records. */
export const showRecords = printer<Records>(
  ({ records, whole }, reader) =>
    records
      .map(({ at, entry }) => {
        const [first = "", ...rest] = rowsOf(entry, reader, whole)
        return [`${reader.paint.dim(timeOf(at))}  ${first}`, ...rest].join("\n")
      })
      .join("\n"),
  { lines: ["text", "output", "prompt"] }
)
