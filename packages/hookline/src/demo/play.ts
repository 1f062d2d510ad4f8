/** Plays the session through the hooks of the example, with approvals, context, messages and the log around them. */
import { readLog } from "@hookline/coordinator/AuditFiles"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { verify } from "@hookline/coordinator/AuditVerify"
import * as Dialects from "@hookline/dialects/Dialects"
import * as RunOutput from "@hookline/schema/RunOutput"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { writeFileSync } from "node:fs"
import path from "node:path"
import { eventFrom } from "@hookline/node/kit/cases/eventArguments"
import { asProblem, Problem } from "../commands/Problem.ts"
import { Hookline } from "@hookline/node/Hookline"
import { judgeOf } from "./judge.ts"
import { type People, people } from "./people.ts"
import type { Ended, Played } from "./Played.ts"
import { lacking, type Place, project } from "./project.ts"
import { type Step, steps } from "./session.ts"
import type { Narration } from "./narration.ts"

const session = "demo"

const write = (file: string, text: string): Effect.Effect<void, Problem> =>
  Effect.try({
    try: () => writeFileSync(file, text),
    catch: (error) =>
      new Problem({ message: `${file} can't be written: ${error instanceof Error ? error.message : String(error)}` })
  })

const playedOf = Effect.fnUntraced(function* (step: Step, place: Place, { asked }: People) {
  const { emit } = yield* Hookline
  const skills = yield* Skills
  if (step.opens !== undefined) {
    yield* Effect.mapError(skills.activate(step.opens, { session }), asProblem)
  }
  for (const [file, text] of Object.entries(step.writes ?? {})) yield* write(path.join(place.project, file), text)
  const event = eventFrom({ ...step, session, cwd: place.project })
  if (Result.isFailure(event)) return yield* new Problem({ message: event.failure })
  const report = yield* emit(event.success)
  const before = "toolInput" in event.success ? event.success.toolInput : undefined
  const { tool, what } = step
  const output = RunOutput.of(report, before)
  return { ...(tool !== undefined && { tool }), what, asked: asked(), before, output } satisfies Played
})

const verified = (folder: string): Effect.Effect<Ended> =>
  Effect.match(readLog(folder), {
    onFailure: ({ message }) => ({ records: 0, isSound: false, faults: [message] }),
    onSuccess: (log) => {
      const { faults, isSound, records } = verify(log)
      return { records, isSound, faults: faults.map(({ line, text }) => `${line}: ${text}`) }
    }
  })

/** The prefixes of variables that settings of hooks, hosts and git are in. */
const prefixes = new Set([
  "HOOKLINE",
  "GIT",
  ...Dialects.all.flatMap(({ variables }) => variables.map((name) => name.split("_")[0]))
])

/** Leaves out this user's settings of hooks, so that the demonstration is the same for all users. */
const withoutOwn = Effect.acquireRelease(
  Effect.sync(() => {
    const own = Object.entries(process.env).filter(([name]) =>
      [...prefixes].some((prefix) => name.startsWith(`${prefix}_`))
    )
    for (const [name] of own) Reflect.deleteProperty(process.env, name)
    return own
  }),
  (own) => Effect.sync(() => Object.assign(process.env, Object.fromEntries(own)))
)

/** Plays all of it. A person is asked where one is there. */
export const play = (isAttended: boolean, { begin, end, played }: Narration) =>
  Effect.gen(function* () {
    yield* withoutOwn
    const place = yield* project
    const judge = judgeOf(process.env)
    const person = people(isAttended)
    yield* begin({ lacks: lacking(), judge: judge.told })
    const hooks = Hookline.layer({
      project: place,
      provide: [person.layer, AuditLog.layer({ folder: place.audit }), judge.layer]
    })
    const all = Effect.forEach(steps, (step) =>
      Effect.tap(Effect.tap(playedOf(step, place, person), played), () =>
        person.hasLeft() ? Effect.interrupt : Effect.void
      )
    )
    yield* Effect.scoped(Effect.provide(all, hooks))
    yield* Effect.flatMap(verified(place.audit), end)
  }).pipe(Effect.scoped)
