/** A plan as people read it: what would run, in what order, and why everything else would not. */
import * as Observed from "@hookline/core/kit/execute/Observed"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { textOf } from "@hookline/schema/Handler"
import type { Plan } from "@hookline/schema/Plan"
import type { Profile } from "@hookline/schema/Profile"
import type { TrustState } from "@hookline/schema/TrustState"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { printer } from "@hookline/node/kit/output/Printer"
import { placeOf, type Reader } from "@hookline/node/kit/output/Reader"
import { fitsIn } from "./layout.ts"
import { sentenceOf } from "@hookline/node/kit/output/whyNot"

const shortly = (text: string): string => {
  const line = onOneLine(text.slice(0, `${text}\n`.indexOf("\n")))
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** Formats a hook on one line, or where that does not fit the width, its text and place below its id. */
const row = (indent: string, hook: Hook | undefined, id: string, reader: Reader): ReadonlyArray<string> => {
  if (hook === undefined) return [indent + id]
  const { columns, paint, relative } = reader
  const text = shortly(textOf(hook.handler))
  const place = placeOf(hook.source, relative)
  return fitsIn([`${indent}${id}  ${text}  ${place}`], columns)
    ? [`${indent}${id}  ${text}  ${paint.dim(place)}`]
    : [indent + id, `${indent}   ${text}`, `${indent}   ${paint.dim(place)}`]
}

/**
 * A plan, the hooks of the catalog with their positions, the ids of hooks that were seen to move away, and the diagnostics
 * of losses and doubts of the event.
 */
export interface Planned {
  readonly plan: Plan
  readonly hooks: ReadonlyArray<Hook>
  readonly moved?: ReadonlySet<string>
  readonly lost?: ReadonlyArray<Diagnostic.Diagnostic>
  readonly doubtful?: ReadonlyArray<Diagnostic.Diagnostic>
}

/** Formats diagnostics below a title. */
const problems = (
  title: string,
  found: ReadonlyArray<Diagnostic.Diagnostic>,
  { relative }: Reader
): ReadonlyArray<string> =>
  found.length === 0
    ? []
    : [
        "",
        title,
        ...found.flatMap((each) =>
          Diagnostic.format({ ...each, file: relative(each.file) })
            .split("\n")
            .map((line) => `  ${line}`)
        )
      ]

/** Returns the sentence about a hook that runs confined. */
const confinedSentence = (state: TrustState, profile: Profile): string =>
  state === "new" || state === "changed"
    ? `${state}: runs confined (${profile}); it can deny and ask, nothing else, until \`hookline trust\``
    : `runs in the profile ${profile}`

/** Formats a plan. */
export const showPlan = printer<Planned>(
  ({ plan, hooks, doubtful = [], lost = [], moved = new Set() }, reader) => {
    const { confined = [], event, failures = [], groups, others, secondLook = [] } = plan
    const { bold, dim, yellow } = reader.paint
    const confinedOf = (id: string): ReadonlyArray<string> =>
      confined.flatMap(({ hook, profile, state }) => (hook === id ? [confinedSentence(state, profile)] : []))
    const byId = new Map(hooks.map((hook) => [hook.id, hook]))
    // Most of the others are for other events: who asks about one wants to know about those that might have run.
    const isNear = ({ hook, why }: Plan["others"][number]): boolean =>
      why._tag !== "OtherEvent" && (byId.get(hook)?.event ?? event) === event
    const near = others.filter(isNear)
    const far = others.length - near.length
    return [
      bold(event),
      ...failures.map(({ text }) => `  ${yellow(text)}`),
      ...(groups.length === 0 ? [dim("  nothing runs")] : []),
      ...groups.flatMap(({ dialect, hooks: ids, parallel }, index) => [
        `  ${index + 1}. ${dialect}${ids.length > 1 ? (parallel ? ", together" : ", one after the other") : ""}`,
        ...ids.flatMap((id) => [
          ...row("     ", byId.get(id), id, reader),
          ...confinedOf(id).map((text) => `     ${yellow(text)}`),
          ...(moved.has(id) ? [`     ${yellow(Observed.sentence({ id }))}`] : [])
        ])
      ]),
      ...(secondLook.length === 0
        ? []
        : ["", "Once more, on what a hook makes of the input, where they were not given that"]),
      ...secondLook.flatMap((id) => row("  ", byId.get(id), id, reader)),
      ...(near.length === 0 ? [] : ["", "Not run"]),
      ...near.flatMap(({ hook, why }) => [
        ...row("  ", byId.get(hook), hook, reader),
        `     ${sentenceOf(why, reader.relative)}`
      ]),
      ...problems("Lost", lost, reader),
      ...problems("May never run", doubtful, reader),
      ...(far === 0 ? [] : ["", dim(`${far} more ${far === 1 ? "is" : "are"} for other events`)])
    ].join("\n")
  },
  { lines: ["fix"], raw: ["handler"] }
)
