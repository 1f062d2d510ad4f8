/** Edits a text file: reads it, changes it, and replaces it as a whole, again if another process was faster. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Inaccessible, Malformed } from "../attach/AttachProblem.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { isObstacle, type Obstacle } from "@hookline/node/kit/json/tree"

/** The number of times that a file is read again because another process wrote it meanwhile. */
const attempts = 20

/** Another process wrote the file at the same time. */
export class Overtaken extends Data.TaggedError("Overtaken") {}

const blocked = (file: string) => (error: unknown) => new Inaccessible({ file, why: disk.whyOf(error) })

/** Attempts an access to a file. An obstacle is a failure in words. */
export const trying = <A>(file: string, access: () => A): Effect.Effect<A, Inaccessible> =>
  Effect.try({ try: access, catch: blocked(file) })

/** The text of a file's bytes. */
export const textIn = (file: string, bytes: Buffer | undefined): Effect.Effect<string | undefined, Malformed> => {
  if (bytes === undefined) return Effect.succeed(undefined)
  const text = disk.textOf(bytes)
  return text === undefined
    ? Effect.fail(new Malformed({ file, line: 1, column: 1, issue: "This is no UTF-8." }))
    : Effect.succeed(text)
}

/** A new text, or an obstacle in it. */
export const orMalformed = <A extends object>(file: string, answer: A | Obstacle): Effect.Effect<A, Malformed> =>
  isObstacle(answer) ? Effect.fail(new Malformed({ file, ...answer })) : Effect.succeed(answer)

/** Checks whether two states of a file are the same, either of which may be absent. */
export const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other)

/** Replaces the text that was found, unless another process was faster. */
export const write = (file: string, found: disk.Found, text: string | undefined) =>
  Effect.flatMap(
    trying(file, () => {
      disk.mayWrite(found)
      const isStill = (): boolean => isSame(disk.read(found.real).bytes, found.bytes)
      if (text !== undefined) return disk.replace(found.real, Buffer.from(text), found.stat, isStill)
      const isOurs = isStill()
      if (isOurs) disk.takeAway(found.real)
      return isOurs
    }),
    (isDone) => (isDone ? Effect.void : Effect.fail(new Overtaken()))
  )

/** Retries if another process was faster. */
export const again = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E | Overtaken>, file: string) =>
  effect.pipe(
    Effect.retry({
      while: ({ _tag }) => _tag === "Overtaken",
      schedule: Schedule.spaced("10 millis"),
      times: attempts
    }),
    Effect.catchTag("Overtaken", () => Effect.fail(new Inaccessible({ file, why: "others keep writing it" })))
  )
