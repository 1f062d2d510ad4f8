/**
 * The output of `hookline run --json`: one event and its result. Within one version fields may be added, and none is
 * removed.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Change from "./Change.ts"
import { Loss } from "./Diagnostic.ts"
import { Context, proceeds, Halt, HostEffect, Notice } from "./Outcome.ts"
import { Judged, judged } from "./HookReply.ts"
import type { Report, Run } from "./Report.ts"
import { Profile } from "./Profile.ts"
import { TrustState } from "./TrustState.ts"
import * as Verdict from "./Verdict.ts"

const source = Schema.Struct({
  dialect: Schema.String,
  file: Schema.String,
  line: Schema.optionalKey(Schema.Natural),
  plugin: Schema.optionalKey(Schema.String),
  skill: Schema.optionalKey(Schema.String)
})

/**
 * Schema for the output of a run.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RunOutput = Schema.Struct({
  version: Schema.Literal(1),
  event: Schema.String,
  verdict: Schema.Literals(["pass", "allow", "ask", "defer", "deny"]),
  goesOn: Schema.Boolean,
  reasons: Schema.Array(Verdict.Reason),
  changes: Schema.Array(Change.Change),
  /** The tool's input after the hooks' changes. `undefined` without a tool. */
  input: Schema.Unknown,
  context: Schema.Array(Context),
  notices: Schema.Array(Notice),
  halt: Schema.NullOr(Halt),
  quiet: Schema.Array(Schema.String),
  effects: Schema.Array(HostEffect),
  env: Schema.Record(Schema.String, Schema.String),
  runs: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      kind: Schema.String,
      source,
      status: Schema.Literals(["ran", "skipped", "failed", "interrupted"]),
      /** The number of its look, from 2, if it ran once more on an input that was changed after it ran. */
      look: Schema.optionalKey(Schema.Literals([2, 3])),
      why: Schema.optionalKey(Schema.String),
      /** The profile and the trust of a hook that was confined, and the effect that it would have had unclamped. */
      confined: Schema.optionalKey(
        Schema.Struct({
          profile: Profile,
          state: Schema.optionalKey(TrustState),
          withheld: Schema.optionalKey(Schema.Array(Schema.String)),
          unclamped: Schema.optionalKey(
            Schema.Struct({
              verdict: Schema.String,
              changes: Schema.Natural,
              context: Schema.Natural,
              halts: Schema.Natural,
              effects: Schema.Natural
            })
          )
        })
      ),
      exit: Schema.optionalKey(Schema.Int),
      /** The beginning of its output, without surrounding white space. */
      stdout: Schema.optionalKey(Schema.String),
      stderr: Schema.optionalKey(Schema.String),
      /** The model that judged, and its tokens. */
      judged: Schema.optionalKey(Judged),
      ms: Schema.optionalKey(Schema.Finite),
      queued: Schema.optionalKey(Schema.Finite)
    })
  ),
  diagnostics: Schema.Array(
    Schema.Struct({
      code: Schema.String,
      level: Schema.String,
      file: Schema.String,
      line: Schema.Natural,
      column: Schema.Natural,
      text: Schema.String,
      fix: Schema.optionalKey(Schema.String),
      /** The hooks that do not run because of it, by their events. */
      lost: Schema.optionalKey(Loss)
    })
  )
}).annotate({ identifier: "RunOutput" })

/** @since 0.1.0 */
export type RunOutput = typeof RunOutput.Type

const tags = { Pass: "pass", Allow: "allow", Ask: "ask", Defer: "defer", Deny: "deny" } as const

const rounded = (millis: number): number => Math.round(millis * 100) / 100

/** The maximum length of what is shown of a hook's output. */
const mostPrinted = 4096

const printed = <Name extends string>(name: Name, text: string): { readonly [Key in Name]?: string } => {
  const shown = text.trim().slice(0, mostPrinted)
  // A computed key is typed as any text.
  return shown === "" ? {} : ({ [name]: shown } as { readonly [Key in Name]: string })
}

const confinedOf = ({ unclamped, ...rest }: NonNullable<Run["confined"]>) => ({
  ...rest,
  ...(unclamped !== undefined && {
    unclamped: {
      verdict: tags[unclamped.verdict._tag],
      changes: unclamped.changes.length,
      context: unclamped.context.length,
      halts: unclamped.halts.length,
      effects: unclamped.effects.length
    }
  })
})

const runOf = ({
  confined,
  failure,
  id,
  kind,
  look,
  millis,
  queuedMillis,
  reply,
  source: from,
  status,
  why
}: Run): RunOutput["runs"][number] => {
  const { dialect, file, line, plugin, skill } = from
  const because = why ?? failure?.text
  const cost = judged(reply)
  return {
    id,
    kind: kind.toLowerCase(),
    source: {
      dialect,
      file,
      ...(line !== undefined && { line }),
      ...(plugin !== undefined && { plugin }),
      ...(skill !== undefined && { skill })
    },
    status,
    ...(look !== undefined && { look }),
    ...(because !== undefined && { why: because }),
    ...(confined !== undefined && { confined: confinedOf(confined) }),
    ...(reply?._tag === "Exit" && {
      exit: reply.code,
      ...printed("stdout", reply.stdout),
      ...printed("stderr", reply.stderr)
    }),
    ...(cost !== undefined && { judged: cost }),
    ...(millis !== undefined && { ms: rounded(millis) }),
    ...(queuedMillis !== undefined && { queued: rounded(queuedMillis) })
  }
}

/**
 * Creates the output from a report. `input` is the tool's input before the hooks' changes.
 *
 * @example
 * ```ts
 * import * as Outcome from "@hookline/schema/Outcome"
 * import * as RunOutput from "@hookline/schema/RunOutput"
 *
 * const report = { event: "Stop", outcome: Outcome.empty, runs: [], diagnostics: [], env: {} }
 * const json = JSON.stringify(RunOutput.of(report))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const of = ({ diagnostics, env, event, outcome, runs }: Report, input?: unknown): RunOutput => {
  const { changes, context, effects, halts, notices, quiet, verdict } = outcome
  return {
    version: 1,
    event,
    verdict: tags[verdict._tag],
    goesOn: proceeds(outcome),
    reasons: Verdict.reasonsOf(verdict),
    changes,
    input: Change.apply(input, "input", changes) ?? null,
    context,
    notices,
    halt: halts[0] ?? null,
    quiet,
    effects,
    env,
    runs: runs.map(runOf),
    diagnostics: diagnostics.map(({ code, column, file, fix, level, line, lost, text }) => ({
      code,
      level,
      file,
      line,
      column,
      text,
      ...(fix !== undefined && { fix }),
      ...(lost !== undefined && { lost })
    }))
  }
}
