/** A plan as people read it: what would run, in what order, and why everything else would not. */
import type { Hook } from "@hookline/schema/Hook"
import { textOf } from "@hookline/schema/Handler"
import type { Plan } from "@hookline/schema/Plan"
import type { WhyNot } from "@hookline/schema/WhyNot"
import { placeOf, type Reader } from "./showRun.ts"

/** Why a hook does not run, in words. */
export const sentenceOf = (why: WhyNot, relative: Reader["relative"]): string => {
  switch (why._tag) {
    case "OtherEvent":
      return `it is for ${why.configured}`
    case "Matcher":
      return `its matcher ${why.matcher} does not match ${why.target === "" ? "an event without a target" : why.target}`
    case "If":
      return `its rule ${why.rule} does not match`
    case "Disabled":
      return `it is switched off by ${placeOf(why, relative)}`
    case "AlreadyRan":
      return "it has run once in this session"
    case "SourceNotAllowed":
      return why.file === undefined
        ? `${why.setting} keeps it from running`
        : `${why.setting} keeps it from running: ${relative(why.file)}:${why.line ?? 1}`
    case "SameAs":
      return `it is the same as ${why.hook}`
    case "SkillClosed":
      return `${why.skill} is not open`
    case "RunByHost":
      return `${why.host} runs it itself`
    case "Ourselves":
      return "it is our own dispatch"
  }
}

const shortly = (text: string): string => {
  const [line = ""] = text.split("\n")
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const row = (hook: Hook | undefined, id: string, { paint, relative }: Reader): string =>
  hook === undefined ? id : `${id}  ${shortly(textOf(hook.handler))}  ${paint.dim(placeOf(hook.source, relative))}`

/** All of it. The hooks are those of the catalog, with their places. */
export const showPlan = ({ event, groups, others }: Plan, hooks: ReadonlyArray<Hook>, reader: Reader): string => {
  const { bold, dim } = reader.paint
  const byId = new Map(hooks.map((hook) => [hook.id, hook]))
  // Most of the others are for other events: who asks about one wants to know about those that might have run.
  const near = others.filter(({ why }) => why._tag !== "OtherEvent")
  const far = others.length - near.length
  return [
    bold(event),
    ...(groups.length === 0 ? [dim("  nothing runs")] : []),
    ...groups.flatMap(({ dialect, hooks: ids, parallel }, index) => [
      `  ${index + 1}. ${dialect}${ids.length > 1 ? (parallel ? ", together" : ", one after the other") : ""}`,
      ...ids.map((id) => `     ${row(byId.get(id), id, reader)}`)
    ]),
    ...(near.length === 0 ? [] : ["", "Not run"]),
    ...near.flatMap(({ hook, why }) => [
      `  ${row(byId.get(hook), hook, reader)}`,
      `     ${sentenceOf(why, reader.relative)}`
    ]),
    ...(far === 0 ? [] : ["", dim(`${far} more ${far === 1 ? "is" : "are"} for other events`)])
  ].join("\n")
}
