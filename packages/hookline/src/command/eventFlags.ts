/** The words that describe an event, here and for a plan. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { aboutName, eventFrom, objectFrom } from "./eventArguments.ts"
import { Problem } from "./Problem.ts"

/** A flag that takes a text, and may be left out. */
export const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

/** What describes an event, here and for a plan. */
export const eventFlags = {
  tool: text("tool", "NAME", "The tool that is called; Bash, if left out"),
  input: text("input", "JSON|@FILE|-", "The tool's input, or the fields of an event without a tool"),
  prompt: text("prompt", "TEXT", "What the user says"),
  source: text("source", "WORD", "What the event is matched by where it has no tool: startup, manual, …"),
  session: text("session", "ID", "The session")
}

export const eventArgument = Argument.String("event").pipe(
  Argument.withDescription("PreToolUse, PostToolUse, UserPromptSubmit, SessionStart, Stop, … or any other name")
)

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
