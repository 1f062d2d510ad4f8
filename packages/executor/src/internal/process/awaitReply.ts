/**
 * Awaits the reply of a process. A hook whose first line of output is `{"async": true}` moves itself to the background: its
 * event is answered then, and its reply comes later.
 */
import { executing, type PipelineError, TimedOut } from "@hookline/core/PipelineError"
import type { Work } from "@hookline/core/Runner"
import type { HookReply } from "@hookline/schema/HookReply"
import type { Json } from "@hookline/schema/Json"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type Expected, type Ended, type Running } from "./supervise.ts"
import { expectedOf } from "./expected.ts"
import { firstObject } from "./firstObject.ts"
import { replyOf } from "./replyOf.ts"

type Exit = Extract<HookReply, { readonly _tag: "Exit" }>

/** Fields that decide. A reply with one of them is a reply, and no message that one will come. */
const deciding = ["hookSpecificOutput", "decision", "permissionDecision", "block", "continue"]

const isMoving = (object: Json): boolean =>
  object["async"] === true && !deciding.some((name) => Object.hasOwn(object, name))

const limitIn = ({ asyncTimeout: limit }: Json): number | undefined =>
  typeof limit === "number" && limit > 0 && limit <= 2 ** 31 - 1 ? limit : undefined

/** Removes the line by which a hook has moved. */
const withoutFirst = (ended: Ended): Ended =>
  ended._tag === "Exited"
    ? { ...ended, stdout: ended.stdout.slice(firstObject(ended.stdout)?.length ?? 0).trimStart() }
    : ended

const empty: Exit = { _tag: "Exit", code: 0, stdout: "", stderr: "" }

/**
 * Starts a process, and awaits its reply. With `record`, a hook that moves to the background is detached at once, because this
 * process exits after its answer. It returns the folder in which the hook's later reply is recorded, if there is one.
 */
export const awaitReply = (
  work: Pick<Work, "confinement" | "event" | "facts" | "hook" | "onMoved">,
  file: string,
  record: (() => string | undefined) | undefined,
  start: (expected: Expected, onEnd: (ended: Ended) => void) => Running
): Effect.Effect<Exit, PipelineError> =>
  Effect.callback<Exit, PipelineError>((resume) => {
    const { hook, onMoved } = work
    let limit: NodeJS.Timeout | undefined
    let later: Deferred.Deferred<Exit, PipelineError> | undefined

    const onEnd = (ended: Ended) => {
      clearTimeout(limit)
      if (later === undefined) resume(replyOf(work, ended, file))
      else Deferred.doneUnsafe(later, replyOf(work, withoutFirst(ended), file))
    }

    const move = (limitMillis: number | undefined, moved: NonNullable<typeof onMoved>) => {
      if (record !== undefined) {
        moved(running.detach(limitMillis, record()) ? "Recorded" : undefined)
      } else {
        const reply = Deferred.makeUnsafe<Exit, PipelineError>()
        later = reply
        if (limitMillis !== undefined) {
          limit = setTimeout(() => {
            running.stop()
            Deferred.doneUnsafe(reply, Effect.fail(executing(new TimedOut({ hook: hook.id, limitMillis }))))
          }, limitMillis)
          limit.unref()
        }
        const detach = Effect.sync(() => {
          clearTimeout(limit)
          running.detach(limitMillis)
        })
        moved(Effect.onInterrupt(Deferred.await(reply), () => detach))
      }
      resume(Effect.succeed(empty))
    }

    const onFirst = (object: Json): boolean => {
      if (onMoved === undefined || !isMoving(object)) return false
      move(limitIn(object), onMoved)
      return true
    }

    const running = start({ ...expectedOf(work), onFirst }, onEnd)
    return Effect.sync(running.stop)
  })
