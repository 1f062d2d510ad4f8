import { assert, describe, it } from "@effect/vitest"
import * as Duplicates from "@hookline/core/kit/discover/Duplicates"
import { type Hook, OnFailure } from "@hookline/schema/Hook"
import * as Schema from "effect/Schema"

const Spec = Schema.Struct({
  event: Schema.Literals(["Stop", "PreToolUse"]),
  matcher: Schema.Literals(["", "*", "Bash"]),
  command: Schema.Literals(["a", "b"]),
  async: Schema.Boolean,
  plugin: Schema.optionalKey(Schema.Literal("p")),
  scope: Schema.Literals(["user", "project"]),
  isOff: Schema.Boolean,
  onFailure: Schema.optionalKey(OnFailure)
})

type Spec = typeof Spec.Type

const hookOf = ({ command, event, isOff, matcher, onFailure, plugin, scope, ...rest }: Spec, index: number): Hook => ({
  id: String(index),
  event,
  matcher,
  handler: { _tag: "Command", command, async: rest.async },
  timeoutMillis: (index + 1) * 1000,
  once: false,
  enabled: true,
  ...(isOff && { off: { _tag: "SelfReference" } }),
  ...(onFailure !== undefined && { onFailure }),
  group: { index: 0, parallel: false },
  source: { dialect: "x", scope, file: "f", folder: ".", at: [], ...(plugin !== undefined && { plugin }) }
})

const rank = (policy: OnFailure): number => ["open", "ask", "closed"].indexOf(policy)

/** What a hook guards, and how. */
const guards = ({ event, handler, matcher }: Hook): string =>
  JSON.stringify([event, matcher === "Bash" ? matcher : "*", handler])

const Specs = Schema.Array(Spec).check(Schema.isMaxLength(8))

describe("copies", () => {
  for (const copies of ["Once", "ProjectReplaces"] as const) {
    it.prop(`never lose a guard (${copies})`, [Specs], ([specs]) => {
      const hooks = specs.map(hookOf)
      const marked = Duplicates.mark(hooks, () => copies)
      const running = (all: ReadonlyArray<Hook>) => all.filter(({ off }) => off === undefined)
      assert.deepStrictEqual(new Set(running(marked).map(guards)), new Set(running(hooks).map(guards)))
      for (const { off } of marked) {
        if (off?._tag !== "SameAs") continue
        // What stands for it runs.
        assert.strictEqual(marked.find(({ id }) => id === off.hook)?.off, undefined)
      }
    })
  }

  it.prop("run once, as strictly as the strictest of them", [Specs, OnFailure], ([specs, policy]) => {
    const hooks = specs.map(hookOf)
    const marked = Duplicates.mark(hooks, () => "Once", policy)
    const own = marked.filter(({ off, source }) => off === undefined && source.plugin === undefined)
    assert.strictEqual(new Set(own.map(guards)).size, own.length)
    for (const kept of own) {
      const same = hooks.filter(
        (hook) => hook.off === undefined && hook.source.plugin === undefined && guards(hook) === guards(kept)
      )
      assert.strictEqual(kept.id, same[0]?.id)
      assert.strictEqual(
        rank(kept.onFailure ?? policy),
        Math.max(...same.map(({ onFailure }) => rank(onFailure ?? policy)))
      )
    }
  })

  it.prop("of a person give way to those of the project, and only to them", [Specs], ([specs]) => {
    const hooks = specs.map(hookOf)
    for (const [index, { off, source }] of Duplicates.mark(hooks, () => "ProjectReplaces").entries()) {
      if (off?._tag !== "SameAs") continue
      assert.strictEqual(source.scope, "user")
      const by = hooks.find(({ id }) => id === off.hook)
      assert.strictEqual(by?.source.scope, "project")
      assert.deepStrictEqual(
        [by].flatMap((hook) => (hook === undefined ? [] : [guards(hook)])),
        hooks.slice(index, index + 1).map(guards)
      )
    }
  })

  it.prop("all run where their dialect says nothing", [Specs], ([specs]) => {
    const hooks = specs.map(hookOf)
    assert.strictEqual(
      Duplicates.mark(hooks, () => undefined),
      hooks
    )
  })
})
