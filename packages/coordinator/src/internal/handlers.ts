/** Keeps handlers, as hooks in the table of the pipeline and as functions for the runner. */
import { kind, limit, numeric } from "@hookline/core/kit/policy/amounts"
import { known } from "@hookline/core/kit/policy/knownOptions"
import type { Table } from "@hookline/core/kit/match/NativeHooks"
import * as scopeUses from "@hookline/core/kit/execute/scopeUses"
import { type Hook, OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson } from "@hookline/schema/Json"
import { present } from "@hookline/schema/kit/present"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Collected, Defaults, Handlers, Registration } from "../Handlers.ts"
import { dataOf } from "../HandlerResult.ts"
import { functionOf, functions } from "./functions.ts"

const hookOf = <Name extends string, E, R>(
  { name, onFailure, once = false }: Registration<Name, E, R>,
  event: string,
  timeoutMillis: number | undefined
): Hook => {
  const id = name ?? `handler of ${event}`
  return {
    id,
    event,
    handler: { _tag: "Native", name: id },
    once,
    enabled: true,
    group: { index: 0, parallel: false },
    source: { dialect: "native", scope: "user", file: "", folder: "", at: [] },
    ...(timeoutMillis !== undefined && { timeoutMillis }),
    ...(onFailure !== undefined && { onFailure })
  }
}

type Fields = Omit<Defaults, "data">

/** Default fields, of which none is `undefined`, with their names: they are read for each event. */
interface Prepared {
  readonly data: Defaults["data"]
  readonly fields: Fields
  readonly names: ReadonlyArray<keyof Fields>
}

const prepared = ({ data, ...given }: Defaults): Prepared => {
  const fields = present(given)
  // The keys of `Fields` are checked before.
  return { data, fields, names: Object.keys(fields) as ReadonlyArray<keyof Fields> }
}

/** Returns the event with default fields in the place of those that are `undefined`. */
const filled = (event: HookEvent, { fields, names }: Prepared): HookEvent => {
  for (const name of names) {
    if (event[name] !== undefined || !Object.hasOwn(event, name)) continue
    return {
      ...event,
      ...Object.fromEntries(names.flatMap((each) => (event[each] === undefined ? [[each, fields[each]]] : [])))
    }
  }
  return { ...fields, ...event }
}

/** Returns the event with default fields. Its own fields win. */
const withDefaults = (event: HookEvent, defaults: Prepared | undefined): HookEvent => {
  if (defaults === undefined) return event
  const { data } = defaults
  const complete = filled(event, defaults)
  return complete._tag === "Other" && data !== undefined
    ? { ...complete, data: { ...data, ...complete.data } }
    : complete
}

const misspelt = (event: unknown, hint: string): Error =>
  new Error(`${JSON.stringify(event)} is no event, so that its handler would never run; ${hint}`)

const taken = ({ event, id }: Hook): Error =>
  new Error(
    `another handler of ${event} runs once as ${JSON.stringify(id)}, so that one of the two would never run; give it a name of its own`
  )

/** The fields of a registration. The type keeps the list complete. */
const fields: Readonly<Record<keyof Registration<string, never, never>, true>> = {
  event: true,
  handler: true,
  name: true,
  onFailure: true,
  once: true,
  priority: true,
  timeout: true
}

/** The kinds of the fields that are no names of events, numbers or durations, which are checked where they are read. */
const kinds: ReadonlyArray<
  readonly [keyof Registration<string, never, never>, readonly [wanted: string, is: (value: unknown) => boolean]]
> = [
  ["handler", ["a function", (value) => typeof value === "function"]],
  ["name", ["a string", (value) => typeof value === "string"]],
  ["once", ["true or false", (value) => typeof value === "boolean"]],
  ["onFailure", [`"open", "ask" or "closed"`, Schema.is(OnFailure)]]
]

/** The default fields of events. Another one would be a field of no event. */
const defaultNames: Readonly<Record<keyof Defaults, true>> = {
  cwd: true,
  data: true,
  permissionMode: true,
  promptId: true,
  scratchpadDir: true,
  sessionId: true,
  transcriptPath: true
}

/** Creates the service for the table of a pipeline. */
export const make = (table: Table): Handlers["Service"] => {
  let defaults: Prepared | undefined
  /** The handlers of hooks, as they were registered. */
  const handlers = new WeakMap<Hook, unknown>()

  /** Checks whether another function has the name of a hook that runs once: a session would know only the first of the two. */
  const isTaken = (hook: Hook): boolean =>
    hook.once &&
    table
      .list(hook.event)
      .some(
        ({ hook: other }) =>
          other.once && other.id === hook.id && other.event === hook.event && handlers.get(other) !== handlers.get(hook)
      )

  return {
    register: (registration) =>
      Effect.contextWith((services) => {
        const meaning = table.meaningOf(registration.event)
        // It would never be called, which no event could report.
        if (meaning._tag === "Never") return Effect.die(misspelt(registration.event, meaning.hint))
        const { priority = 0, timeout } = registration
        return Effect.gen(function* () {
          yield* known("register", registration, fields)
          for (const [field, [wanted, is]] of kinds) {
            const given: unknown = registration[field]
            if (given !== undefined || field === "handler") yield* kind(`register, ${field},`, wanted, is, given)
          }
          yield* numeric("register, priority,", priority)
          const timeoutMillis = timeout === undefined ? undefined : yield* limit("register, timeout,", timeout)
          const hook = hookOf(registration, meaning.event, timeoutMillis)
          const native = { hook, priority: Number.isNaN(priority) ? 0 : priority }
          handlers.set(hook, registration.handler)
          // The session would report of the second that it has run.
          if (isTaken(hook)) return yield* Effect.die(taken(hook))
          functions.set(hook, functionOf(hook.id, registration, services))
          yield* Effect.acquireRelease(
            Effect.sync(() => table.add(native)),
            () => Effect.sync(() => table.remove(native))
          )
          yield* scopeUses.add(`the handler ${JSON.stringify(hook.id)}`)
        })
      }),
    collect: Effect.fnUntraced(function* (event, timeout = "1 second") {
      const complete = withDefaults(event, defaults)
      const around = table.around(complete)
      const hooks = around === undefined ? [] : [...around.before, ...around.after].flatMap((group) => group.hooks)
      const data: Array<Collected["data"][number]> = []
      const failures: Array<Collected["failures"][number]> = []
      for (const hook of hooks) {
        const handle = functions.get(hook)
        if (handle === undefined) continue
        const returned = yield* Effect.result(handle(complete, Duration.toMillis(timeout)))
        if (returned._tag === "Failure") {
          failures.push({ by: hook.id, text: returned.failure.reason.message })
          continue
        }
        const { failure, notice, value } = returned.success
        if (failure !== undefined) failures.push({ by: hook.id, text: `${hook.id} failed: ${failure}` })
        if (notice !== undefined) failures.push({ by: hook.id, text: `${hook.id} ${notice}` })
        if (dataOf(value) !== undefined) data.push({ by: hook.id, data: dataOf(value) })
      }
      return { data, failures }
    }),
    complete: (event) => withDefaults(event, defaults),
    list: (event) => table.list(event).map(({ hook, priority }) => ({ event: hook.event, name: hook.id, priority })),
    setDefaults: (next = {}) =>
      Effect.gen(function* () {
        yield* kind("setDefaults", "an object with the fields of events", isJson, next)
        yield* known("setDefaults", next, defaultNames)
        defaults = prepared(next)
      })
  }
}
