/** The event that a command line describes, with what it names read. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { aboutName, eventFrom, objectFrom } from "./eventArguments.ts"
import { Problem } from "./Problem.ts"

/** What a command line says of an event. */
export interface EventSaid {
  readonly event: string
  readonly tool: Option.Option<string>
  readonly input: Option.Option<string>
  readonly prompt: Option.Option<string>
  readonly source: Option.Option<string>
  readonly session: Option.Option<string>
}

/** A file, or standard input. */
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

/** The input that the command line says, read from where it says. */
export const inputOf = ({ input }: Pick<EventSaid, "input">): Effect.Effect<Json | undefined, Problem> =>
  Option.isSome(input) ? objectOf(input.value, "--input") : Effect.succeed(undefined)

/** The event that the command line describes. */
export const eventOf = Effect.fnUntraced(function* (said: EventSaid): Effect.fn.Return<HookEvent, Problem> {
  const { prompt, session, source, tool } = said
  const about = aboutName(said.event)
  if (about !== undefined) yield* Console.error(`hookline: ${about}`)
  const input = yield* inputOf(said)
  const found = eventFrom({
    event: said.event,
    cwd: process.cwd(),
    ...(input !== undefined && { input }),
    ...(Option.isSome(tool) && { tool: tool.value }),
    ...(Option.isSome(prompt) && { prompt: prompt.value }),
    ...(Option.isSome(source) && { source: source.value }),
    ...(Option.isSome(session) && { session: session.value })
  })
  return Result.isSuccess(found) ? found.success : yield* new Problem({ message: found.failure })
})
