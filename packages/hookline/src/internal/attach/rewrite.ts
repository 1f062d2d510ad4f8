/** A file that is read, changed and put back whole, however many others write it meanwhile. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type AttachProblem, Inaccessible, Malformed } from "../../AttachProblem.ts"
import * as disk from "./disk.ts"

/** How often a file is read again because somebody else wrote it meanwhile. */
const attempts = 20

/** Somebody wrote the file while we were about to. */
class Overtaken extends Data.TaggedError("Overtaken") {}

const blocked = (file: string) => (error: unknown) => new Inaccessible({ file, why: disk.whyOf(error) })

/** Does something with a file, and tells what stands in the way. */
export const trying = <A>(file: string, access: () => A): Effect.Effect<A, Inaccessible> =>
  Effect.try({ try: access, catch: blocked(file) })

/** The text of what was read. */
export const textIn = (file: string, bytes: Buffer | undefined): Effect.Effect<string | undefined, Malformed> => {
  if (bytes === undefined) return Effect.succeed(undefined)
  const text = disk.textOf(bytes)
  return text === undefined
    ? Effect.fail(new Malformed({ file, line: 1, column: 1, issue: "This is no UTF-8." }))
    : Effect.succeed(text)
}

/** Whether two files hold the same. */
export const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other)

/** Puts a text into the place of what was found, unless somebody was faster. */
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

/** Does it once more where somebody was faster. */
export const again = <A, E extends AttachProblem>(effect: Effect.Effect<A, E | Overtaken>, file: string) =>
  effect.pipe(
    Effect.retry({
      while: ({ _tag }) => _tag === "Overtaken",
      schedule: Schedule.spaced("10 millis"),
      times: attempts
    }),
    Effect.catchTag("Overtaken", () => new Inaccessible({ file, why: "others keep writing it" }))
  )
