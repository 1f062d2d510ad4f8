/** Runs the cases that a command line names, and shows what came of them. */
import * as Console from "effect/Console"
import { fromWorkingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync, writeFileSync } from "node:fs"
import * as HookCaseFiles from "@hookline/node/kit/cases/HookCaseFiles"
import * as HookCaseJunit from "@hookline/node/kit/cases/HookCaseJunit"
import * as HookCaseListing from "@hookline/node/kit/cases/HookCaseListing"
import * as HookCases from "@hookline/node/kit/cases/HookCases"
import { whyOf } from "@hookline/node/kit/node/disk"
import type { Flags } from "./command.ts"
import { Problem } from "../Problem.ts"
import { foldersOf, print, reader, report } from "../context.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import { type Confined, layerTrust, layerWork, trustedIn } from "./untrusted.ts"
import { counted } from "@hookline/node/kit/output/units"
import * as Watch from "./watch.ts"

type Files = ReturnType<typeof HookCaseFiles.below>

/** The files that are meant. */
const filesOf = (paths: ReadonlyArray<string>, folder: string | undefined): Effect.Effect<Files, Problem> =>
  Effect.gen(function* () {
    if (paths.length === 0 && folder !== undefined) return HookCaseFiles.ofProject(folder)
    const gone = paths.find((one) => !existsSync(one))
    if (gone !== undefined)
      return yield* new Problem({
        message: `${gone} is not there: name a hooks.test.json, or a folder in which some are`
      })
    const found = paths.map((one) => HookCaseFiles.below(fromWorkingFolder(one)))
    return {
      files: [...new Set(found.flatMap(({ files }) => files))],
      problems: found.flatMap(({ problems }) => problems)
    }
  })

/** A line that is written over, where a person looks on. */
const progress = (all: number) => {
  let [done, failed] = [0, 0]
  const isShown = process.stderr.isTTY && process.env["TERM"] !== "dumb"
  const write = (text: string) => Effect.sync(() => isShown && process.stderr.write(text))
  return {
    onEnd: (verdict: HookCases.Verdict) => {
      done += 1
      if (verdict.status === "failed") failed += 1
      return write(`\r\u001B[K${done}/${all} cases${failed === 0 ? "" : `, ${failed} failed`} …`)
    },
    clear: write("\r\u001B[K")
  }
}

const writeJunit = (file: string, verdicts: ReadonlyArray<HookCases.Verdict>): Effect.Effect<void, Problem> =>
  Effect.try({
    try: () => writeFileSync(file, HookCaseJunit.format(verdicts, reader().relative)),
    catch: (error) => new Problem({ message: `${file} can't be written: ${whyOf(error)}` })
  })

/** The cases that are meant, as their files have them now. */
const casesOf = Effect.fnUntraced(function* (flags: Flags, folder: string | undefined) {
  const { files, problems } = yield* filesOf(flags.paths, folder)
  const readings = files.map(HookCaseFiles.readFile)
  const wanted = Option.getOrElse(flags.filter, () => "").toLowerCase()
  const isWanted = (name: string | undefined): boolean => name === undefined || name.toLowerCase().includes(wanted)
  return {
    cases: readings.flatMap(({ cases }) => cases).filter((one) => isWanted(one.case.name)),
    problems: [...problems, ...readings.flatMap((reading) => reading.problems).filter(({ name }) => isWanted(name))]
  }
})

const nothing = (flags: Flags): Problem =>
  new Problem({
    message: Option.isSome(flags.filter)
      ? `no case has ${JSON.stringify(flags.filter.value)} in its name`
      : "no case was found. Write some into a hooks.test.json beside the hooks, or let `hookline test --record NAME --event EVENT` write one"
  })

/** The results of cases, and the time that all of them took. */
export interface Verdicts {
  readonly verdicts: ReadonlyArray<HookCases.Verdict>
  readonly millis: number
}

/** Formats the results of cases. Each part makes its own texts visible. */
export const showVerdicts = printer<Verdicts>(
  ({ millis, verdicts }, reader) =>
    [
      ...verdicts.map((verdict) => HookCaseListing.format(verdict, reader)),
      ...HookCaseListing.configuration(verdicts, reader),
      "",
      HookCaseListing.summary(verdicts, millis, reader)
    ].join("\n"),
  { raw: ["verdicts"] }
)

/** Reports hooks without trust, and how they ran. */
const aboutTrust = Effect.fnUntraced(function* ({ confined, unconfined }: Confined) {
  const all = [
    [confined, "in the profile work: they wrote nothing outside of the project and caches, and had no network"],
    [unconfined, "with all of your rights, because nothing here can confine them"]
  ] as const
  for (const [ids, how] of all) {
    if (ids.size > 0) {
      const who = `${counted(ids.size, "hook")} without your trust`
      yield* report(`${who} ran ${how}. \`hookline trust\` shows what they run.`)
    }
  }
})

/** Runs what is meant, once. */
export const once = Effect.fnUntraced(function* (
  flags: Flags
): Effect.fn.Return<ReadonlyArray<HookCases.Verdict>, Problem> {
  const isOne = flags.paths.length === 0 || Option.isSome(flags.project)
  const folder = isOne ? (yield* foldersOf(flags.project)).project : undefined
  const reading = yield* casesOf(flags, folder)
  const all = reading.cases.length + reading.problems.length
  if (all === 0) return yield* nothing(flags)
  const begun = performance.now()
  const { clear, onEnd } = progress(all)
  const projects = new Set(reading.cases.map(({ file }) => folder ?? HookCaseFiles.subjectOf(file).project))
  const trusted = yield* Effect.forEach([...projects], trustedIn)
  const ran: Confined = { confined: new Set(), unconfined: new Set() }
  const known = new Set(trusted.flatMap((ids) => [...ids]))
  const verdicts = yield* HookCases.runAll(reading, {
    onEnd,
    provide: [layerTrust(known), layerWork(known, ran)],
    ...(Option.isSome(flags.jobs) && { jobs: flags.jobs.value }),
    ...(folder !== undefined && { project: folder })
  }).pipe(Effect.ensuring(clear))
  const failed = verdicts.filter(({ status }) => status === "failed").length
  const output = { version: 1, passed: verdicts.length - failed, failed, cases: verdicts }
  yield* print(flags.json, output, showVerdicts, { verdicts, millis: performance.now() - begun })
  if (Option.isSome(flags.junit)) yield* writeJunit(flags.junit.value, verdicts)
  yield* aboutTrust(ran)
  return verdicts
})

/** Runs the cases after each change. A file that can't be run now may be repaired by the next change. */
export const watching = Effect.fnUntraced(function* (flags: Flags): Effect.fn.Return<never, Problem> {
  const folder = (yield* foldersOf(flags.project)).project
  while (true) {
    const named = flags.paths.map((one) => fromWorkingFolder(one))
    const files = () =>
      named.length === 0
        ? HookCaseFiles.ofProject(folder).files
        : named.flatMap((one) => (existsSync(one) ? HookCaseFiles.below(one).files : [one]))
    const subjects = new Set([folder, ...files().map((file) => HookCaseFiles.subjectOf(file).project)])
    const now = () => Watch.look([...subjects], files())
    const before = now()
    const verdicts = yield* once(flags).pipe(
      Effect.catchTag("Problem", ({ message }) => Effect.as(report(message), []))
    )
    yield* Console.error(reader().paint.dim("Waiting for a change; Ctrl-C ends it."))
    yield* Watch.changed(Watch.expected(before, now(), Watch.readBy(verdicts)), now)
  }
})
