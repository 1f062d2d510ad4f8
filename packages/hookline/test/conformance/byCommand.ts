// Plays a case through the real command: `run --json` for what the hooks come to, `dispatch` for the host's answer.
import * as RunOutput from "@hookline/schema/RunOutput"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import path from "node:path"
import { hooklineIn, type Ended } from "../commands/hookline.ts"
import type { Case, Expected, Step } from "./Case.ts"
import { differences, type Observed } from "./compare.ts"
import { ofReports } from "./inProcess.ts"
import * as stages from "./stage.ts"

const decode = Schema.decodeUnknownSync(RunOutput.RunOutput)

/** Whether the command can be told of it: a model, a person and what a program says are no words of its own. */
export const canPlay = (played: Case): boolean =>
  played.model === undefined &&
  played.person === undefined &&
  played.settings === undefined &&
  !played.steps.some(({ continuations, unseen }) => continuations !== undefined || unseen === true)

/** Whether this process can't play it, since it has an environment and a standard input of its own. */
export const onlyCommand = (played: Case): boolean =>
  played.env !== undefined ||
  played.cwd !== undefined ||
  played.limit !== undefined ||
  played.steps.some(({ stdin }) => stdin !== undefined)

/** Returns true for a case about a host's answer, a process's environment or its input, which the command alone shows. */
export const isOfCommand = (played: Case): boolean =>
  onlyCommand(played) || (canPlay(played) && played.steps.some(({ expect }) => expect.answer !== undefined))

const outcomes = (ended: Ended): Observed => {
  const lines = ended.stdout.split("\n").filter((line) => line !== "")
  return ended.exit === 0 ? ofReports(lines.map((line) => decode(JSON.parse(line)))) : { refused: ended.stderr }
}

const printed = (text: string): unknown => {
  const line = text.trimEnd()
  if (line === "") return null
  return line.startsWith("{") ? JSON.parse(line) : line
}

const call = (
  stage: stages.Stage,
  played: Case,
  words: ReadonlyArray<string>,
  step: Step
): Effect.Effect<Ended & { readonly seconds: number }> =>
  Effect.gen(function* () {
    const env = stage.fill(played.env ?? {})
    const start = performance.now()
    const ended = yield* hooklineIn(stage.folders, words, {
      input: step.stdin ?? JSON.stringify(step.payload),
      env,
      ...(played.cwd !== undefined && { cwd: path.join(stage.folders.project, stage.fill(played.cwd)) })
    })
    return { ...ended, seconds: (performance.now() - start) / 1000 }
  })

const common = (stage: stages.Stage, seconds: number): Observed => ({
  seconds,
  files: stage.textOf,
  requests: stage.requests
})

const runWords = (played: Case): ReadonlyArray<string> => ["run", "--host", played.host, "--payload", "-", "--json"]

const dispatchWords = ({ host, limit, onFailure, own = true }: Case): ReadonlyArray<string> => [
  "dispatch",
  "--host",
  host,
  ...(own ? ["--include-own"] : []),
  ...(onFailure === undefined ? [] : ["--on-failure", onFailure]),
  ...(limit === undefined ? [] : ["--limit", `${limit}`])
]

const through = (
  played: Case,
  words: ReadonlyArray<string>,
  read: (ended: Ended) => Observed
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const stage = yield* stages.make(played)
      const wrong: Array<string> = []
      for (const [at, told] of played.steps.entries()) {
        const step = stage.fill(told)
        stage.write(step)
        const ended = yield* call(stage, played, words, step)
        const seen = { ...read(ended), ...common(stage, ended.seconds) }
        const found = differences(step.expect, seen)
        wrong.push(...found.map((sentence) => `${words[0]}, step ${at + 1}: ${sentence}`))
        wrong.push(...(yield* stages.left(stage, [...(step.expect.gone ?? []), ...(step.expect.ended ?? [])])))
      }
      return wrong
    })
  )

const answers = ({ exit, stderr, stdout }: Ended): Observed => ({
  answer: { stdout: printed(stdout), stderr, exit },
  ...(exit !== 0 && { refused: stderr })
})

const wantsAnswer = ({ answer }: Expected): boolean => answer !== undefined

/** What is remembered of a session lives in the state that `dispatch` keeps, and `run` doesn't. */
export const runs = (played: Case): boolean =>
  played.steps.length === 1 &&
  played.limit === undefined &&
  played.onFailure === undefined &&
  played.own !== false &&
  played.steps.every(({ expect: { started }, stdin }) => stdin === undefined && started === undefined)

export const dispatches = (played: Case): boolean =>
  played.steps.length > 1 || played.steps.some(({ expect }) => wantsAnswer(expect)) || !runs(played)

/** What this process has looked at already need not be looked at twice where an answer is. */
const needsRun = (played: Case): boolean => runs(played) && (onlyCommand(played) || !dispatches(played))

/** What is not as it should be. */
export const play = (played: Case): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.all([
      needsRun(played) ? through(played, runWords(played), outcomes) : Effect.succeed([]),
      dispatches(played) ? through(played, dispatchWords(played), answers) : Effect.succeed([])
    ]),
    (found) => found.flat()
  )
