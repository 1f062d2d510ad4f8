// What holds for any settings, however odd.
import { assert, describe, it } from "@effect/vitest"
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import { amplihackHost } from "@hookline/dialects/kit/amplihack/host"
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import { isJson } from "@hookline/schema/Json"
import * as Schema from "effect/Schema"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import { applyEdits, modify, parse } from "jsonc-parser"
import { type Kind, oddSettings } from "./unusualSettings.ts"
import { attach, detach, edited, options } from "./settings.ts"
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import { runsOf } from "@hookline/testing/kit/internal/runsOf"

const runs = { arbitrary: { runs: isWhole ? 400 : runsOf(70) } }
const seed = Schema.Int

const kinds: ReadonlyArray<readonly [name: string, kind: Kind]> = [
  ["plain settings", { own: false, comments: false }],
  ["settings with comments", { own: false, comments: true }],
  ["settings with entries of ours", { own: true, comments: true }]
]

const dataOf = (text: string): unknown => parse(text.replace("\ufeff", ""), [], { allowTrailingComma: true })

const isOurs = (handler: unknown): boolean => {
  if (!isJson(handler) || typeof handler["command"] !== "string") return false
  const args = handler["args"]
  const words = Array.isArray(args) && args.every((word) => typeof word === "string") ? args : undefined
  return SelfReference.is({ _tag: "Command", command: handler["command"], ...(words && { args: words }) })
}

/** What a file says without us, whatever was emptied by that. */
const theirs = (text: string): unknown => {
  const root = dataOf(text)
  if (!isJson(root)) return root
  const { hooks, ...rest } = root
  const byEvent = Object.entries(isJson(hooks) ? hooks : {}).map(([event, groups]) => {
    if (!Array.isArray(groups)) return [event, groups] as const
    const left = groups.flatMap((group: unknown): ReadonlyArray<unknown> => {
      if (!isJson(group) || !Array.isArray(group["hooks"])) return [group]
      const handlers: ReadonlyArray<unknown> = group["hooks"]
      const kept = handlers.filter((handler) => !isOurs(handler))
      return kept.length === 0 && handlers.length > 0 ? [] : [{ ...group, hooks: kept }]
    })
    return [event, left] as const
  })
  const kept = byEvent.filter(([, groups]) => !Array.isArray(groups) || groups.length > 0)
  return { ...rest, hooks: Object.fromEntries(kept) }
}

const ours = (text: string): ReadonlyArray<string> => {
  const root = dataOf(text)
  const hooks = isJson(root) && isJson(root["hooks"]) ? root["hooks"] : {}
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown) =>
      isJson(group) && Array.isArray(group["hooks"]) ? group["hooks"].filter(isOurs).map(() => event) : []
    )
  )
}

for (const [name, kind] of kinds) {
  describe(`${name} in a file`, () => {
    it.prop(
      "are not changed by attaching again",
      [seed],
      ([number]) => {
        const once = attach(oddSettings(number, kind))
        const { changes, text } = edited(AttachText.attached(once, options()))
        assert.strictEqual(text, once)
        assert.deepStrictEqual(changes, [])
      },
      runs
    )

    it.prop(
      "are the same bytes after attaching, moving and detaching",
      [seed],
      ([number]) => {
        const before = oddSettings(number, kind)
        const bare = detach(before)
        if (!kind.own) assert.strictEqual(bare, before)
        const once = attach(before)
        assert.strictEqual(detach(once, before), bare)
        const moved = attach(once, { command: ["/a b/node", "/a'b/hookline.js"], host: amplihackHost })
        assert.strictEqual(detach(moved, before), bare)
      },
      runs
    )

    it.prop(
      "keep what others wrote, in order, and get one entry of ours per event",
      [seed],
      ([number]) => {
        const before = oddSettings(number, kind)
        const after = attach(before)
        assert.deepStrictEqual(theirs(after), theirs(before))
        assert.deepStrictEqual(ours(after).toSorted(), AttachText.registeredEvents(claudeHost).toSorted())
        assert.deepStrictEqual(theirs(detach(after)), theirs(before))
        assert.deepStrictEqual(ours(detach(after)), [])
      },
      runs
    )

    it.prop(
      "keep what others change in between",
      [seed],
      ([number]) => {
        const before = oddSettings(number, kind)
        const mark = before.startsWith("\ufeff") ? "\ufeff" : ""
        const change = (text: string): string => {
          const plain = text.slice(mark.length).replace(`"marker":1`, `"marker":[22]`)
          return mark + applyEdits(plain, modify(plain, ["between"], { a: "}" }, {}))
        }
        const between = change(attach(before))
        const after = detach(between, before)
        assert.deepStrictEqual(theirs(after), theirs(change(before)))
        assert.deepStrictEqual(ours(after), [])
      },
      runs
    )

    it.prop(
      "keep what others say when the host writes the whole file anew",
      [seed],
      ([number]) => {
        const before = oddSettings(number, kind)
        const between = JSON.stringify(dataOf(attach(before)), undefined, 4)
        assert.deepStrictEqual(theirs(detach(between, before)), theirs(before))
        assert.strictEqual(attach(between), between)
      },
      runs
    )

    it.prop(
      "keep the bytes of what others change in between, where it is not beside ours",
      [seed],
      ([number]) => {
        const before = oddSettings(number, kind)
        const change = (text: string): string => `${text.replace(`"marker":1`, `"marker": [ 22 ]`)} /* last */ `
        const expected = change(detach(before))
        const after = detach(change(attach(before)), before)
        // Blanks in what was empty are the only thing that may be lost then.
        const squeezed = (text: string): string => text.replaceAll(/(?<=[[{])\s+(?=[\]}])/g, "")
        assert.strictEqual(squeezed(after), squeezed(expected))
      },
      runs
    )
  })
}
