/** The registry: who is there, and how an event goes to them. */
import * as Telemetry from "@hookline/core/kit/Telemetry"
import { deferred } from "@hookline/core/kit/decorate/deferred"
import type { EmitOptions } from "@hookline/core/Pipeline"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import type { Collected, Defaults, Registry, Reporter } from "../../Registry.ts"
import { dataOf } from "../../HandlerResult.ts"
import { emission } from "./emission.ts"
import type { Entry } from "./Entry.ts"
import { native } from "./native.ts"
import { all, open } from "./Shelf.ts"
import { stamped, withDefaults } from "./told.ts"

const nobody = (event: HookEvent.HookEvent): Report => ({
  event: HookEvent.nameOf(event),
  outcome: Outcome.empty,
  runs: [],
  diagnostics: [],
  env: {}
})

/** A registry of nobody. `layered` is the layers' policy, and `second` what else an event may be called. */
export const make = (
  layered: OnFailure | undefined,
  second: (event: HookEvent.HookEvent) => string | undefined
): Context.Service.Shape<typeof Registry> => {
  const shelf = open(second)
  let defaults: Defaults | undefined

  const put = (entry: Entry): Effect.Effect<void, never, Scope.Scope> =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.sync(() => shelf.add(entry)),
        () => Effect.sync(() => shelf.remove(entry))
      )
    )

  const decide = (event: HookEvent.HookEvent, asked?: EmitOptions): Effect.Effect<Report> => {
    const { entries, hasNative, only, reporters } = shelf.of(event)
    if (entries.length === 0) return Effect.succeed(nobody(event))
    const told = withDefaults(event, defaults)
    // Nobody sees the time of an event that nobody wants.
    if (!hasNative && only !== undefined && !only.wants(told)) return only.answer(told, asked)
    return Effect.withFiber((fiber) => {
      const now = stamped(told, fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
      if (only !== undefined) return only.answer(now, asked)
      const traced = fiber.getRef(References.TracerEnabled)
      const onFailure = layered ?? reporters[0]?.onFailure?.() ?? "open"
      return Telemetry.emission(traced, HookEvent.nameOf(now), emission(entries, now, asked, onFailure, traced))
    })
  }

  const collect = Effect.fnUntraced(function* (event: HookEvent.HookEvent, timeout: Duration.Input = "1 second") {
    const data: Array<Collected["data"][number]> = []
    const failures: Array<Collected["failures"][number]> = []
    const limitMillis = Duration.toMillis(timeout)
    const told = withDefaults(event, defaults)
    for (const entry of shelf.of(event).entries) {
      // Hooks that report have no data, and are not to run for the sake of it.
      if (entry._tag === "Reporting") continue
      const { name } = entry
      const result = yield* entry.ask(told, limitMillis)
      if (!("value" in result)) failures.push({ by: name, text: result.reason.message })
      else if (dataOf(result.value) !== undefined) data.push({ by: name, data: dataOf(result.value) })
    }
    return { data, failures }
  })

  return {
    register: (registration) => Effect.contextWith((services) => put(native(registration, services))),
    attach: (reporter: Reporter) =>
      put({
        _tag: "Reporting",
        event: all,
        name: reporter.name,
        priority: reporter.priority,
        answer: (event, asked) => reporter.answer(event, asked),
        wants: (event) => reporter.wants(event),
        ...(reporter.onFailure && { onFailure: () => reporter.onFailure?.() ?? "open" })
      }),
    emit: deferred(decide),
    collect,
    told: (event) => withDefaults(event, defaults),
    wants: (event) => {
      const { hasNative, reporters } = shelf.of(event)
      return hasNative || reporters.some((reporter) => reporter.wants(withDefaults(event, defaults)))
    },
    list: (event) => shelf.named(event).map(({ event: of, name, priority }) => ({ event: of, name, priority })),
    setDefaults: (next) => Effect.sync(() => void (defaults = next))
  }
}
