/** The hooks of a project as a user reads them before deciding: what runs, from which files, and what it asks for. */
import { isConfinable } from "@hookline/core/kit/trust/confinable"
import { textOf } from "@hookline/schema/Handler"
import type { TrustState } from "@hookline/schema/TrustState"
import { indented, onOneLine } from "@hookline/schema/kit/shown/visible"
import { printer } from "@hookline/node/kit/output/Printer"
import type { Reader } from "@hookline/node/kit/output/Reader"
import { counted } from "@hookline/node/kit/output/units"
import type { Changes } from "../../manage/trust/Differences.ts"
import type { Review, Reviewed } from "../../manage/trust/Review.ts"

const words: Readonly<Record<TrustState, string>> = {
  trusted: "trusted",
  new: "new",
  changed: "changed since it was trusted",
  refused: "refused",
  user: "yours",
  program: "the program's"
}

/** The most files that are named in the overview. */
const mostFiles = 6

const filesOf = ({ seal: { files } }: Reviewed): string => {
  const names = Object.keys(files)
  if (names.length === 0) return "no file: all that runs is in the entry"
  const more = names.length - mostFiles
  return more > 0 ? `${names.slice(0, mostFiles).join("  ")}  and ${more} more` : names.join("  ")
}

const sinceOf = ({ decision, difference }: Reviewed): ReadonlyArray<string> => {
  if (decision === undefined || difference === undefined) return []
  const { appeared, changed, entry, gone } = difference
  const parts = [
    ...(entry ? ["its entry"] : []),
    ...(changed.length === 0 ? [] : [`changed ${changed.join(", ")}`]),
    ...(appeared.length === 0 ? [] : [`new ${appeared.join(", ")}`]),
    ...(gone.length === 0 ? [] : [`gone ${gone.join(", ")}`])
  ]
  return [`since ${decision.at.slice(0, 10)}: ${parts.join("; ")}`]
}

/** Names the files that the hook may have written itself. */
const proposedOf = ({ proposal }: Reviewed): ReadonlyArray<string> => {
  if (proposal === undefined) return []
  const { files } = proposal
  const more = files.length - mostFiles
  const named = more > 0 ? `${files.slice(0, mostFiles).join("  ")}  and ${more} more` : files.join("  ")
  return [`it may have written itself: ${named}`, "--state PATH lets it, so that these are no change any more"]
}

/** The most words that show one need. */
const mostWords = 3

/** The most words that show what is not known. */
const mostUnknown = 6

/** Names what no seal covers: programs, and the words whose files can't be known. */
const uncoveredOf = ({ seal: { beyond, unknown } }: Reviewed): ReadonlyArray<string> => {
  const more = unknown.length - mostUnknown
  const words = unknown.slice(0, mostUnknown).join(", ") + (more > 0 ? ` and ${more} more` : "")
  return [
    ...(beyond.length === 0 ? [] : [`not covered: ${beyond.join(", ")}`]),
    ...(unknown.length === 0 ? [] : [`not covered: what ${words} runs can't be known before it runs`])
  ]
}

const need = (what: string, found: ReadonlyArray<string>): ReadonlyArray<string> =>
  found.length === 0 ? [] : [`${what} (${found.slice(0, mostWords).join(", ")})`]

const asksOf = ({ seal: { needs, profile } }: Reviewed): ReadonlyArray<string> => {
  const asked = [
    ...need("network", needs.network),
    ...need("the desktop", needs.desktop),
    ...need("sockets", needs.sockets),
    ...need("writing", needs.writes),
    ...needs.secrets.map((name) => `${name} (a secret)`),
    ...need("the variables of programs", needs.tools)
  ]
  return [...(asked.length === 0 ? [] : [`asks for: ${asked.join(", ")}`]), `profile: ${profile}`]
}

const conditionOf = ({ hook: { event, matcher } }: Reviewed): string =>
  matcher === undefined || matcher === "" || matcher === "*" ? event : `${event} ${matcher}`

const rows = (reviewed: Reviewed, index: number, { paint }: Reader): ReadonlyArray<string> => {
  const { hook, seal, state } = reviewed
  const colored = state === "trusted" ? paint.dim(words[state]) : paint.yellow(words[state])
  return [
    `${String(index + 1).padStart(2)} ${paint.bold(conditionOf(reviewed))}  ${colored}  ${paint.dim(hook.id)}`,
    indented(textOf(hook.handler), "     "),
    `     ${counted(Object.keys(seal.files).length, "file")}: ${filesOf(reviewed)}`,
    ...uncoveredOf(reviewed).map((text) => paint.yellow(`     ${text}`)),
    ...seal.partly.map((folder) =>
      paint.yellow(`     ${folder} has too many files: of it only the named ones are covered`)
    ),
    ...sinceOf(reviewed).map((text) => paint.yellow(`     ${text}`)),
    ...proposedOf(reviewed).map((text) => `     ${text}`),
    ...asksOf(reviewed).map((text) => `     ${text}`)
  ]
}

const openIn = ({ hooks }: Review): Review["hooks"] =>
  hooks.filter(({ state }) => state === "new" || state === "changed")

/** Formats the one screen of a project. */
export const showReview = printer<Review>(
  (review, reader) => {
    const { hooks, project } = review
    const { relative } = reader
    if (hooks.length === 0) return `${relative(project)} has no hooks of its own that may run.`
    const open = openIn(review)
    const others = open.every(({ hook }) => isConfinable(hook.handler))
      ? ""
      : " Those that are no programs, such as prompts, don't run."
    const head =
      open.length === 0
        ? `${relative(project)} has ${counted(hooks.length, "hook")}, about which you have decided.`
        : `${relative(project)} has ${counted(open.length, "hook")} that you have not trusted. Until then they run without network, ` +
          `can write nothing, and can only deny or ask.${others}`
    return [head, ...hooks.flatMap((hook, index) => ["", ...rows(hook, index, reader)])].join("\n")
  },
  { raw: ["handler", "written"] }
)

/** Formats the states, a line for each hook. */
export const showStates = printer<Review>(
  ({ hooks, project }, { relative }) =>
    hooks.length === 0
      ? `${relative(project)} has no hooks of its own that may run.`
      : hooks
          .map(
            ({ decision, hook, seal, state }) =>
              `${state.padEnd(8)} ${(decision?.profile ?? seal.profile).padEnd(6)} ${hook.id}  ${onOneLine(textOf(hook.handler)).slice(0, 60)}`
          )
          .join("\n"),
  { raw: ["handler", "written"] }
)

/** Formats every file that a hook covers. */
export const showFiles = printer<Review>(
  ({ hooks }, { paint }) =>
    hooks
      .flatMap(({ hook, proposal, seal: { absent, beyond, files, state, unknown } }) => [
        paint.bold(hook.id),
        ...Object.entries(files).map(([file, { mode, sha256 }]) => `  ${mode}  ${sha256.slice(0, 19)}  ${file}`),
        ...state.map((file) => `  its own state: ${file}`),
        ...(proposal?.files ?? []).map((file) => `  it may have written itself: ${file}`),
        ...absent.map((file) => `  missing, and must stay so: ${file}`),
        ...[...beyond, ...unknown].map((what) => `  not covered: ${what}`)
      ])
      .join("\n"),
  { raw: ["handler", "written"] }
)

/** Formats the changes since hooks were trusted. */
export const showChanges = printer<{ readonly changes: ReadonlyArray<Changes> }>(({ changes }, { paint }) =>
  changes.length === 0
    ? "Nothing has changed since it was trusted."
    : changes
        .flatMap(({ added, changed, entry, hook, removed }) => [
          paint.bold(hook),
          ...(entry ? ["  its entry has changed"] : []),
          ...changed.flatMap(({ file, lines }) => [
            `  changed: ${file}`,
            ...(lines ?? ["its content at that time was not kept, or can't be shown"]).map((line) => `    ${line}`)
          ]),
          ...added.map((file) => `  new: ${file}`),
          ...removed.map((file) => `  gone: ${file}`)
        ])
        .join("\n")
)
