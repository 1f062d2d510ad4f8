// The facts of hosts agree with what their dialects do.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { matches } from "@hookline/core/MatchRule"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Result from "effect/Result"
import * as Dialects from "../src/Dialects.ts"
import { flatHosts } from "../src/flatHosts.ts"
import type { HostFacts } from "../src/HostFacts.ts"
import * as Hosts from "../src/Hosts.ts"

const namesOf = (all: ReadonlyArray<{ readonly name: string }>): ReadonlyArray<string> => all.map(({ name }) => name)

const dialectOf = ({ name }: HostFacts): Dialect => Dialects.named(name) ?? assert.fail(`${name} has no dialect`)

const eventsOf = ({ events }: HostFacts): ReadonlyArray<string> => (events === "all" ? HookEvent.names : events)

describe("the lists of hosts", () => {
  it("have a host for each dialect, in the same order", () => {
    assert.deepStrictEqual(namesOf(Hosts.all), namesOf(Dialects.all))
  })

  it("offer each host once", () => {
    assert.deepStrictEqual(namesOf(Hosts.offered).toSorted(), namesOf(Hosts.all).toSorted())
  })

  it("name a variable for one meaning only", () => {
    const all = Hosts.all.flatMap(({ migration }) => Object.keys(migration?.variables.meanings ?? {}))
    assert.strictEqual(new Set(all).size, all.length)
  })
})

for (const host of Hosts.all) {
  const { migration, settings } = host
  const dialect = dialectOf(host)

  describe(`the facts of ${dialect.title}`, () => {
    it("name known events, each once", () => {
      const events = eventsOf(host)
      assert.strictEqual(new Set(events).size, events.length)
      for (const event of events) assert.isTrue(HookEvent.isName(event), event)
      for (const event of [...(host.silentEvents ?? []), ...(settings.onRequest ?? [])]) assert.include(events, event)
    })

    it("are the events that the dialect reports as fired", () => {
      const fired = eventsOf(host).filter((event) => host.silentEvents?.includes(event) !== true)
      assert.deepStrictEqual(dialect.event.fires, fired)
    })

    it("name settings files from which the dialect reads hooks, where it reads any", () => {
      const { files } = dialect
      // Settings that name a module hold no hooks.
      if (files.length === 0 || settings.isModule === true) return
      for (const { base, path } of Object.values(settings.files)) {
        const isRead = files.some((spec) =>
          spec._tag === "Files"
            ? path.startsWith(`${spec.path}/`) && path.endsWith(spec.ending)
            : spec.path === path && spec.base === base
        )
        assert.isTrue(isRead, `${base} ${path}`)
      }
    })

    it("can be migrated to where the dialect has files", () => {
      assert.strictEqual(migration !== undefined, dialect.files.length > 0)
    })
  })

  if (migration === undefined) continue

  describe(`the rules for hooks of ${dialect.title}`, () => {
    it("read matchers as the dialect does", () => {
      const { ignoreCase, whole } = migration.matchers
      assert.strictEqual(matches(dialect.matcher("Ba.h", "PreToolUse"), "BASH"), ignoreCase)
      assert.strictEqual(matches(dialect.matcher("Ba.h", "PreToolUse"), "MyBash"), !whole)
    })

    it("name variables that the dialect sets, with the meanings that they have", () => {
      const { kept, meanings, names } = migration.variables
      for (const name of Object.keys(meanings)) assert.include(dialect.variables, name)
      for (const [meaning, name] of Object.entries(names)) assert.strictEqual(meanings[name], meaning)
      const known = Hosts.all.flatMap((each) => Object.keys(each.migration?.variables.meanings ?? {}))
      for (const name of kept) assert.include(known, name)
    })

    it("say that groups run together where the dialect lets them", () => {
      assert.strictEqual(migration.groups === "together", dialect.defaults.parallel)
    })
  })
}

describe("hosts whose payloads are flat", () => {
  it("are read by their canonical names of fields", () => {
    const payload = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } }
    for (const name of flatHosts) {
      const decoded = Dialects.named(name)?.event.read(payload)
      assert.isTrue(decoded !== undefined && Result.isSuccess(decoded), name)
    }
  })
})
