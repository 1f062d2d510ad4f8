// The law of events that a host never fires: their hooks are reported, and no hook of another event is.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { eventNames } from "@hookline/dialects/Amplifier"
import * as Dialects from "@hookline/dialects/Dialects"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { compile } from "../../src/match/Matcher.ts"

const names = [...HookEvent.names, ...eventNames, "PostEdit", "pre_tool_use"]

/** Returns the catalog of a file that has one hook for each event. */
const catalogOf = Effect.fnUntraced(function* (dialect: Dialect) {
  const handler = { type: "command", command: "guard" }
  const value = dialect.name === "amcp" ? { handlers: [handler] } : [{ hooks: [handler] }]
  const file = { dialect: dialect.name, scope: "project", file: "/p/hooks.json", folder: "/p" } as const
  const text = JSON.stringify({ hooks: Object.fromEntries(names.map((name) => [name, value])) })
  const { diagnostics, hooks } = yield* dialect.config.read(file, text)
  return { files: [file], hooks, diagnostics, settings: {} }
})

/** Returns the names of the events that come of the payloads that a host is known to send. */
const happening = (host: Dialect): ReadonlySet<string> => {
  const fired = host.event.fires ?? assert.fail(host.name)
  const payloads = [
    ...fired.map((name) => ({ hook_event_name: name, tool_name: "Bash", tool_input: {}, prompt: "" })),
    ...eventNames.map((event) => ({ event, data: { tool_name: "task", tool_input: {}, prompt: "", message: "" } }))
  ]
  return new Set(
    payloads.flatMap((payload) => {
      const read = host.event.read(payload)
      return read._tag === "Success" ? read.success.events.map(HookEvent.nameOf) : []
    })
  )
}

describe("a hook of an event that the host never fires", () => {
  for (const host of Dialects.all) {
    it.effect(`is reported under ${host.title}, and none of an event that happens`, () =>
      Effect.gen(function* () {
        const happens = happening(host)
        assert.isAbove(happens.size, 2)
        for (const dialect of Dialects.all) {
          const catalog = yield* catalogOf(dialect)
          const compiled = compile(Dialects.all, host)(catalog)
          const known = new Set([...compiled.losses, ...compiled.doubts].map(({ at }) => at[1]))
          const fired = new Set([...(host.event.fires ?? []), ...(host.event.ownEvents ?? [])])
          for (const name of new Set(catalog.hooks.map(({ event }) => event))) {
            const isReported = compiled.unfired.has(name)
            assert.isFalse(isReported && happens.has(name), `${name} of ${dialect.name} happens under ${host.name}`)
            // Each event is fired, unknown to all, or reported: none is passed over.
            assert.strictEqual([fired.has(name), known.has(name), isReported].filter(Boolean).length, 1, name)
          }
        }
      })
    )
  }

  it.effect("is not reported under a host whose events are unknown", () =>
    Effect.gen(function* () {
      const { fires: _, ...event } = Dialects.canonical.event
      const compiled = compile(Dialects.all, { ...Dialects.canonical, event })(yield* catalogOf(Dialects.canonical))
      assert.strictEqual(compiled.unfired.size, 0)
    })
  )

  it.effect("is reported where the host would run it itself, and not where it is switched off", () =>
    Effect.gen(function* () {
      const amcp = Dialects.named("amcp") ?? assert.fail()
      const catalog = yield* catalogOf(amcp)
      const named = (off: "RunByHost" | "SelfReference") => ({
        ...catalog,
        hooks: catalog.hooks.map((hook) => ({
          ...hook,
          off: off === "RunByHost" ? { _tag: off, host: "amcp" } : { _tag: off }
        }))
      })
      assert.isTrue(compile(Dialects.all, amcp)(named("RunByHost")).unfired.has("Stop"))
      assert.strictEqual(compile(Dialects.all, amcp)(named("SelfReference")).unfired.size, 0)
      const disabled = { ...catalog, hooks: catalog.hooks.map((hook) => ({ ...hook, enabled: false })) }
      assert.strictEqual(compile(Dialects.all, amcp)(disabled).unfired.size, 0)
    })
  )
})
