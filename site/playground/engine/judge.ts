/** Judges a question with the real pipeline: schema, core and dialects. Only the files and the runners are of the playground. */
import type { Dialect } from "@hookline/core/Dialect"
import * as Matcher from "@hookline/core/Matcher"
import { PatternRealm, type Realm } from "@hookline/core/kit/match/PatternRealm"
import { add as withPositions } from "@hookline/core/kit/discover/Locations"
import * as Stages from "@hookline/core/kit/stages"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { HookDialects } from "@hookline/core/HookDialects"
import { Pipeline } from "@hookline/core/Pipeline"
import * as ToolTable from "@hookline/core/ToolTable"
import * as Dialects from "@hookline/dialects/Dialects"
import { eventFrom, objectFrom } from "@hookline/node/kit/cases/eventArguments"
import { sentenceOf } from "@hookline/node/kit/output/whyNot"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import type { Json } from "@hookline/schema/Json"
import type { Plan } from "@hookline/schema/Plan"
import type { Run } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Files from "./files.ts"
import type { Entry, Finding, Judged, Reply, Running, Unclear } from "./Judged.ts"
import { type Preset, presetOf, presetsOf, replyOf } from "./presets.ts"
import type { Question } from "./Question.ts"
import * as Runners from "./runners.ts"

const relative = (path: string): string =>
  path.startsWith(`${Files.project.project}/`) ? path.slice(Files.project.project.length + 1) : path

const findingOf = ({ code, column, fix, level, line, text }: Diagnostic): Finding => ({
  code,
  level,
  line,
  column,
  text: text.replaceAll(`${Files.project.project}/`, ""),
  ...(fix !== undefined && { fix })
})

const entryOf = (hook: Hook): Entry => ({
  id: hook.id,
  line: hook.source.line ?? 1,
  text: textOf(hook.handler),
  kind: hook.handler._tag,
  event: hook.event
})

const printed = (reply: HookReply): Running["reply"] =>
  reply._tag === "Exit" ? { exit: reply.code, stdout: reply.stdout, stderr: reply.stderr } : undefined

/** Presets for hooks of a catalog, each made once. */
const presetsFor = (event: HookEvent) => {
  const known = new Map<string, ReadonlyArray<Preset>>()
  return (hook: Hook): ReadonlyArray<Preset> => {
    const dialect = Dialects.named(hook.source.dialect) ?? Dialects.canonical
    const presets = known.get(hook.id) ?? presetsOf(hook, dialect, event)
    known.set(hook.id, presets)
    return presets
  }
}

/** Returns a call as the host would send it: a canonical name of one of its tools becomes the host's own. */
const callOf = (
  { tools: { tools } }: Dialect,
  name: string,
  input: Json
): { readonly tool: string; readonly input: Json } => {
  const own = tools.some(({ host }) => host === name) ? undefined : tools.find(({ canonical }) => canonical === name)
  return own === undefined
    ? { tool: name, input }
    : { tool: own.host, input: ToolTable.toHost({ exchanged: Object.entries(own.keys ?? {}) }, input) }
}

/** Returns the event of a question, or what is wrong with it. */
export const eventOf = ({ event, input, tool }: Question, host: Dialect): Result.Result<HookEvent, string> =>
  Result.flatMap(
    Result.mapError(objectFrom(input.trim() === "" ? "{}" : input), (why) => `The input is no object of JSON: ${why}.`),
    (object) => {
      const call = tool === "" ? { input: object } : callOf(host, tool, object)
      return eventFrom({ event, ...call, cwd: Files.project.project, session: "playground" })
    }
  )

interface Asked {
  readonly pipeline: Pipeline["Service"]
  readonly host: Dialect
  readonly realm: Realm
  readonly event: HookEvent
  readonly choose: (hook: Hook) => HookReply
  readonly presets: (hook: Hook) => ReadonlyArray<Preset>
  readonly usual: string
}

const groupsOf = (
  { groups, secondLook = [] }: Plan,
  hooks: ReadonlyMap<string, Hook>,
  runs: ReadonlyArray<Run>,
  asked: Asked
) => {
  const last = new Map(runs.map((run) => [run.id, run]))
  const running = (id: string): ReadonlyArray<Running> => {
    const hook = hooks.get(id)
    if (hook === undefined) return []
    const run = last.get(id)
    const reply = printed(asked.choose(hook))
    return [
      {
        ...entryOf(hook),
        presets: asked.presets(hook).map(({ name, title }) => ({ name, title })),
        usual: presetOf(asked.presets(hook), asked.usual)?.name ?? "",
        ...(reply !== undefined && { reply }),
        status: run?.status ?? "not run",
        ...(run?.outcome !== undefined && { verdict: run.outcome.verdict._tag }),
        ...(run?.failure !== undefined && { failure: run.failure.text }),
        isSecondLook: secondLook.includes(id)
      }
    ]
  }
  return groups.map(({ dialect, hooks: ids, parallel }) => ({ dialect, parallel, hooks: ids.flatMap(running) }))
}

const doubtsOf = (catalog: Catalog, { event, host, realm }: Asked): ReadonlyArray<Diagnostic> => {
  const compiled = Matcher.compile(Dialects.all, host, realm)(catalog, Files.project.project)
  const name = nameOf(event)
  return [
    ...compiled.lostOn(event),
    ...compiled.doubts.filter(({ at, code }) => code === "event-unknown" || at[1] === name),
    ...(compiled.unfired.get(name) ?? [])
  ]
}

/** Adds the position of what was found while matching, where no file is read. */
const located =
  ({ files }: Catalog) =>
  (found: Diagnostic): Effect.Effect<Diagnostic, never, ConfigFiles> => {
    const file = files.find((one) => one.file === found.file)
    const dialect = Dialects.named(file?.dialect ?? "")
    if (file === undefined || dialect === undefined || found.line > 1 || found.at.length === 0)
      return Effect.succeed(found)
    return Effect.gen(function* () {
      const text = yield* Effect.orElseSucceed((yield* ConfigFiles).read(file.file), () => undefined)
      return text === undefined ? found : { ...found, ...(yield* dialect.config.locate(file, text))(found.at) }
    })
  }

const judged = Effect.fnUntraced(function* (asked: Asked): Effect.fn.Return<Judged, never, ConfigFiles | HookDialects> {
  const { event, host, pipeline } = asked
  const plan = yield* pipeline.plan(event)
  const catalog = yield* Effect.flatMap(pipeline.catalog(event.sessionId), withPositions)
  const payload = host.event.write(event)
  const answered = yield* Effect.result(pipeline.run(payload))
  const hooks = new Map(catalog.hooks.map((hook) => [hook.id, hook]))
  const runs = Result.isSuccess(answered) ? answered.success.reports.flatMap((report) => report.runs) : []
  const matching = Result.isSuccess(answered) ? answered.success.reports.flatMap((report) => report.diagnostics) : []
  // Patterns are judged while they are matched, so that the report may have more than the catalog.
  const all = [...catalog.diagnostics, ...matching, ...doubtsOf(catalog, asked)]
  const distinct = [
    ...new Map(all.map((one) => [JSON.stringify([one.code, one.file, one.at, one.text]), one])).values()
  ]
  const findings = yield* Effect.forEach(distinct, located(catalog))
  const reply: Reply = Result.isSuccess(answered)
    ? printedReply(answered.success.reply)
    : { stdout: "", stderr: `hookline: ${answered.failure.message}\n`, exit: 2 }
  return {
    _tag: "Judged",
    findings: findings.map(findingOf).toSorted((one, other) => one.line - other.line || one.column - other.column),
    groups: groupsOf(plan, hooks, runs, asked),
    others: plan.others.flatMap(({ hook: id, why }) => {
      const hook = hooks.get(id)
      return hook === undefined ? [] : [{ ...entryOf(hook), tag: why._tag, why: sentenceOf(why, relative) }]
    }),
    payload,
    verdict: Result.isSuccess(answered) ? answered.success.outcome.verdict._tag : "Deny",
    reply,
    hooks: catalog.hooks.length
  }
})

/** Returns an answer as `hookline dispatch` prints it. */
const printedReply = ({
  body,
  exit,
  stderr = "",
  text,
  unsupported
}: ReturnType<Dialect["reply"]["write"]>): Reply => ({
  stdout: body === undefined ? (text === undefined ? "" : `${text}\n`) : `${JSON.stringify(body)}\n`,
  stderr: [...(stderr === "" ? [] : [stderr.trimEnd()]), ...unsupported.map((notice) => `hookline: ${notice.text}`)]
    .map((line) => `${line}\n`)
    .join(""),
  exit
})

/** Judges a question. Patterns that may take long are looked up in `realm`. */
export const judge = (question: Question, realm: Realm): Effect.Effect<Judged | Unclear> => {
  const host = Dialects.named(question.host) ?? Dialects.canonical
  const event = eventOf(question, host)
  if (Result.isFailure(event)) return Effect.succeed({ _tag: "Unclear", problem: event.failure })
  const presets = presetsFor(event.success)
  const choose = (hook: Hook): HookReply => {
    const own = Object.hasOwn(question.replies, hook.id) ? question.replies[hook.id] : undefined
    return replyOf(presets(hook), own ?? { preset: question.usual })
  }
  const files = Files.layer(question.path, question.text)
  const stages = Stages.layer({
    project: Files.project,
    host,
    dialects: Dialects.all,
    files,
    provide: [Runners.layer(choose)]
  })
  return Pipeline.use((pipeline) =>
    judged({ pipeline, host, realm, event: event.success, choose, presets, usual: question.usual })
  ).pipe(
    Effect.provide(Layer.merge(stages, files)),
    Effect.provideService(HookDialects, Dialects.all),
    Effect.provideService(PatternRealm, realm)
  )
}
