/** Builds the event that flags describe, and reads the files they name. */
import { workingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { aboutName, eventFrom, objectFrom } from "@hookline/node/kit/cases/eventArguments"
import type { EventFlags } from "./eventFlags.ts"
import { report } from "./context.ts"
import { Problem } from "./Problem.ts"

/** Reads a file, or standard input for `-`. */
export const read = (where: string): Effect.Effect<string, Problem> =>
  Effect.try({
    try: () => readFileSync(where === "-" ? 0 : where, "utf8"),
    catch: (error) =>
      new Problem({ message: `${where} can't be read: ${error instanceof Error ? error.message : String(error)}` })
  })

const objectOf = (said: string, name: string): Effect.Effect<Json, Problem> =>
  Effect.gen(function* () {
    const written = said === "-" || said.startsWith("@") ? yield* read(said === "-" ? "-" : said.slice(1)) : said
    const object = objectFrom(written)
    if (Result.isSuccess(object)) return object.success
    return yield* new Problem({
      message: `${name} takes an object of JSON, such as '{"command": "ls"}': ${object.failure}`
    })
  })

/** Parses the input that `--input` gives as text, as a file or on standard input. */
export const inputOf = ({ input }: Pick<EventFlags, "input">): Effect.Effect<Json | undefined, Problem> =>
  Option.isSome(input) ? objectOf(input.value, "--input") : Effect.succeed(undefined)

/** Builds the event. */
export const eventOf = Effect.fnUntraced(function* (flags: EventFlags): Effect.fn.Return<HookEvent, Problem> {
  const { prompt, session, source, tool } = flags
  const about = aboutName(flags.event)
  if (about !== undefined) yield* report(about)
  const input = yield* inputOf(flags)
  const found = eventFrom({
    event: flags.event,
    cwd: workingFolder().folder,
    ...(input !== undefined && { input }),
    ...(Option.isSome(tool) && { tool: tool.value }),
    ...(Option.isSome(prompt) && { prompt: prompt.value }),
    ...(Option.isSome(source) && { source: source.value }),
    ...(Option.isSome(session) && { session: session.value })
  })
  return Result.isSuccess(found) ? found.success : yield* new Problem({ message: found.failure })
})
