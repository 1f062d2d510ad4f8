/** Reports events that happen outside of the project that was named, because another project's hooks may be meant. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ConfigFiles } from "../discover/ConfigFiles.ts"
import * as Repository from "../discover/Repository.ts"
import { callPort, stateName } from "../execute/port.ts"
import { Pipeline } from "../Pipeline.ts"
import { SessionState } from "../session/SessionState.ts"
import { legibleOutcome } from "../translate/legible.ts"
import { ThisProject } from "../ThisProject.ts"

const isInside = (folder: string, project: string): boolean => folder === project || folder.startsWith(`${project}/`)

/** The maximum number of cached folders. Events of a session happen in few. */
const most = 256

/** Adds a notice to the first event of a session that happens elsewhere. A project that no one named has no such events. */
export const layer: Layer.Layer<Pipeline, never, ConfigFiles | Pipeline | SessionState | ThisProject> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const files = yield* ConfigFiles
    const state = yield* SessionState
    const { project: folders } = yield* ThisProject
    const { found, project } = folders
    const namedBy = found?.namedBy
    if (namedBy === undefined) return pipeline
    const known = new Map<string, boolean>()

    /** Returns the folder of an event, unless its name is in the project. */
    const outsideOf = ({ cwd }: HookEvent): string | undefined =>
      typeof cwd !== "string" || !cwd.startsWith("/") || isInside(cwd, project) ? undefined : cwd

    /** A folder that can't be looked at is elsewhere, because a notice too many hides nothing. */
    const look = Effect.fnUntraced(function* (cwd: string) {
      const [here, there] = [yield* files.realPath(project), yield* files.realPath(cwd)]
      if (here === undefined || there === undefined) return here !== undefined
      if (isInside(there, here)) return false
      const own = yield* Repository.of(here)
      return own === undefined || own !== (yield* Repository.of(there))
    })

    const isElsewhere = (cwd: string): Effect.Effect<boolean> =>
      look(cwd).pipe(
        Effect.provideService(ConfigFiles, files),
        Effect.tap((is) =>
          Effect.sync(() => {
            if (known.size >= most) known.clear()
            known.set(cwd, is)
          })
        ),
        // It is not cached, because the next look may succeed.
        Effect.orElseSucceed(() => true)
      )

    const noticeOf = (cwd: string): Outcome.Outcome =>
      legibleOutcome(
        Outcome.make({
          notices: [
            {
              by: namedBy,
              level: "warning",
              text: `${namedBy} names ${project} as the project, and this happens in ${cwd}, which is neither in it nor in its repository: if ${cwd} is meant, its hooks do not run. Begin the session there, or name the folder that is meant.`
            }
          ]
        })
      )

    /** Reports it once in a session. */
    const reported = Effect.fnUntraced(function* (event: HookEvent, cwd: string) {
      if (!(known.get(cwd) ?? (yield* isElsewhere(cwd)))) return undefined
      const session = { project, session: event.sessionId }
      const isNew = yield* Effect.orElseSucceed(
        callPort(stateName, () => state.mark(session, SessionMark.encode({ _tag: "ElsewhereReported" }))),
        () => true
      )
      return isNew ? noticeOf(cwd) : undefined
    })

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) => {
        const answered = pipeline.answer(event, options)
        const cwd = outsideOf(event)
        if (cwd === undefined) return answered
        return Effect.flatMap(reported(event, cwd), (notice) =>
          notice === undefined
            ? answered
            : Effect.map(answered, (report) => ({
                ...report,
                outcome: Outcome.reducer.combine(notice, report.outcome)
              }))
        )
      },
      wants: (event) => {
        const cwd = outsideOf(event)
        return pipeline.wants(event) || (cwd !== undefined && known.get(cwd) !== false)
      }
    })
  })
)
