/** Codex runs a hook only if its user trusts it: `attach` shows the entries of trust, and asks before it writes them. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as CodexTrust from "../../manage/attach/codex/CodexTrust.ts"
import type { TrustEntry } from "../../manage/attach/codex/trustEntries.ts"
import { agentAround, ancestors } from "../../ownGuard/agents.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import { counted } from "@hookline/node/kit/output/units"
import { print } from "../context.ts"
import { asProblem } from "../Problem.ts"

export interface Options {
  readonly file: string
  readonly folders: Project
  readonly isAgreed: boolean
  readonly isJson: boolean
}

/** The entries that are to be written, and the file into which they go. */
export interface Asked {
  readonly config: string
  readonly entries: ReadonlyArray<TrustEntry>
}

/** Formats entries of trust, each with the command that it is for. */
export const showEntries = printer<Asked>(({ config, entries }, { relative }) =>
  [
    "Codex runs a hook only if its user trusts it, and skips others without a word.",
    `These entries of ${relative(config)} trust Hookline's own hooks, and nothing else:`,
    ...entries.flatMap(({ command, hash, key }) => [`  ${key}`, `    ${hash}`, `    for ${command}`])
  ].join("\n")
)

/** Asks at a terminal, unless the user has agreed before. An agent can't agree for its user. */
const mayWrite = Effect.fnUntraced(function* (
  entries: ReadonlyArray<TrustEntry>,
  { folders, isAgreed, isJson }: Options
) {
  if (agentAround(process.env, ancestors()) !== undefined) return false
  if (isAgreed) return true
  if (isJson || !process.stdin.isTTY || !process.stdout.isTTY) return false
  const asked = { config: CodexTrust.configOf(folders.home), entries }
  yield* print(false, asked, showEntries, asked)
  return yield* Effect.orElseSucceed(Prompt.Confirm({ message: "Write them?", initial: false }), () => false)
})

const unwritten =
  "Codex does not trust these hooks, and skips them without a word: run `hookline attach codex --yes` yourself, or review " +
  "them in Codex by /hooks."

/** Returns the verdict of Codex itself on the hooks. */
const verdict = (folders: Project, entries: ReadonlyArray<TrustEntry>) =>
  Effect.match(CodexTrust.verify(folders.project, entries), {
    onFailure: ({ message }) => [`${message} Whether it runs these hooks is not known.`],
    onSuccess: ({ others, skipped }) => [
      ...(skipped.length === 0 ? [] : [`Codex does not run Hookline on ${skipped.join(", ")}: review them by /hooks.`]),
      ...(others.length === 0
        ? []
        : [`Codex skips ${counted(others.length, "hook")} of others: ${others.map(({ key }) => key).join(", ")}.`])
    ]
  })

/** Writes what is missing, if the user agrees, and returns what the user should know. */
export const trustOwn = Effect.fnUntraced(function* (options: Options) {
  const { file, folders } = options
  const entries = yield* Effect.mapError(CodexTrust.entriesOf(file), asProblem)
  const open = yield* Effect.mapError(CodexTrust.missing(folders.home, entries), asProblem)
  if (open.length > 0) {
    if (!(yield* mayWrite(open, options))) return [unwritten]
    yield* Effect.mapError(CodexTrust.add(folders.home, folders.project, open), asProblem)
  }
  return yield* verdict(folders, entries)
})

/** Returns the keys of Hookline's hooks, before they are taken out of their file. */
export const keysIn = (file: string) =>
  Effect.mapError(
    Effect.map(CodexTrust.entriesOf(file), (entries) => entries.map(({ key }) => key)),
    asProblem
  )

/** Removes the trust of hooks that are gone. */
export const untrustOwn = ({ home }: Project, keys: ReadonlyArray<string>) =>
  keys.length === 0 ? Effect.void : Effect.mapError(CodexTrust.remove(home, keys), asProblem)
