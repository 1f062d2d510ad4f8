/** Writes a case from a real run: what the hooks make of an event now is what is expected of them from then on. */
import * as HookCaseDifference from "@hookline/schema/kit/HookCaseDifference"
import * as Cases from "@hookline/schema/HookCases"
import type { Json } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import * as HookCaseFiles from "@hookline/node/kit/cases/HookCaseFiles"
import * as HookCases from "@hookline/node/kit/cases/HookCases"
import { whyOf } from "@hookline/node/kit/node/disk"
import type { Flags } from "./command.ts"
import { withCase } from "./edit.ts"
import { nameOf } from "@hookline/node/kit/cases/eventArguments"
import { Problem } from "../Problem.ts"
import { inputOf } from "../eventFromFlags.ts"
import { sentence } from "../../output/sentence.ts"
import { foldersOf, print, reader } from "../context.ts"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"

/** Resolves the file of the case: the given path, else one beside the hook that ran, else the project's only file. */
const fileFor = (
  flags: Flags,
  project: string,
  { runs }: NonNullable<HookCases.Verdict["output"]>
): Effect.Effect<string, Problem> => {
  const [target, ...others] = flags.paths
  if (others.length > 0) return Effect.fail(new Problem({ message: "a case is recorded into one file: name one" }))
  if (target !== undefined) {
    const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
    return Effect.succeed(path.resolve(isFolder ? path.join(target, Cases.fileName) : target))
  }
  const ran = runs.find(({ status }) => status === "ran" || status === "failed")
  if (ran !== undefined) return Effect.succeed(path.join(path.dirname(ran.source.file), Cases.fileName))
  const [only, ...more] = HookCaseFiles.ofProject(project).files
  return only !== undefined && more.length === 0
    ? Effect.succeed(only)
    : Effect.fail(new Problem({ message: "no hook ran, so that the case belongs to no file: name one for it" }))
}

const asProblem = (file: string, error: unknown): Problem =>
  new Problem({ message: `${file} can't be written: ${whyOf(error)}` })

const write = (file: string, one: Cases.HookCase): Effect.Effect<"added" | "updated", Problem> =>
  Effect.gen(function* () {
    const text = yield* Effect.try({
      try: () => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
      catch: (error) => asProblem(file, error)
    })
    const edited = withCase(text, one)
    if (Result.isFailure(edited)) {
      const { column, line, text: issue } = edited.failure
      return yield* new Problem({ message: `${file}:${line}:${column}: ${issue} The file was left as it is.` })
    }
    yield* Effect.try({
      try: () => {
        makeFolders(path.dirname(file), 0o777)
        writeFileSync(file, edited.success.text)
      },
      catch: (error) => asProblem(file, error)
    })
    return edited.success.as
  })

/** Returns the longest part of a text without the project's folder, which differs between machines. */
const anywhere = (text: string, folder: string): string =>
  text.split(folder).reduce((longest, part) => (part.length > longest.length ? part : longest), "")

/** The expectation in words that hold on every machine. */
const portable = (expect: Cases.Expectation, folder: string): Cases.Expectation => {
  const of = (said: string | ReadonlyArray<string>): string | ReadonlyArray<string> =>
    typeof said === "string" ? anywhere(said, folder) : said.map((text) => anywhere(text, folder))
  const { context, notice, reason } = expect
  return {
    ...expect,
    ...(reason !== undefined && { reason: of(reason) }),
    ...(context !== undefined && { context: of(context) }),
    ...(notice !== undefined && { notice: of(notice) })
  }
}

/** Runs the event, and writes its result as a case. Returns the file. */
export const record = Effect.fnUntraced(function* (flags: Flags, name: string): Effect.fn.Return<void, Problem> {
  if (Option.isNone(flags.event)) {
    return yield* new Problem({ message: "--record needs the event: add --event PreToolUse, or another" })
  }
  const about = HookCases.misnamed(nameOf(flags.event.value))
  if (about !== undefined)
    return yield* new Problem({ message: `${about} No case was written, because it could never pass.` })
  const folders = yield* foldersOf(flags.project)
  const input: Json | undefined = yield* inputOf(flags)
  const recorded: Omit<Cases.HookCase, "expect"> = {
    name,
    event: nameOf(flags.event.value),
    ...(Option.isSome(flags.tool) && { tool: flags.tool.value }),
    ...(input !== undefined && { input }),
    ...(Option.isSome(flags.prompt) && { prompt: flags.prompt.value }),
    ...(Option.isSome(flags.source) && { source: flags.source.value }),
    ...(Option.isSome(flags.session) && { session: flags.session.value })
  }
  const { output } = yield* Effect.mapError(
    HookCases.output({ ...recorded, expect: {} }, { project: folders.project }),
    ({ why }) => new Problem({ message: why })
  )
  const file = yield* fileFor(flags, folders.project, output)
  const expect = portable(HookCaseDifference.expectationOf(output, input), folders.project)
  const as = yield* write(file, { ...recorded, expect })
  const told = `${reader().relative(file)}: ${JSON.stringify(name)} was ${as}. It expects what came just now: ${output.verdict}.`
  yield* print(false, undefined, sentence, told)
})
