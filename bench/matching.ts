// Finding out what an event runs: where nothing does, among many hooks that do not match, and at the first sight of a
// tool among ten thousand matchers, beside compiling each of them for each event.
import * as Matcher from "@hookline/core/Matcher"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Catalog from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import type { Result } from "./Result.ts"
import { type Case, rounds } from "./rounds.ts"

const hook = (matcher: string, place: number): Hook => ({
  id: `guards/PreToolUse/${place}`,
  event: "PreToolUse",
  matcher,
  handler: { _tag: "Command", command: `./guard.sh ${place}` },
  once: false,
  enabled: true,
  group: { index: place, parallel: false },
  source: { dialect: "claude", scope: "project", file: "/p/.claude/settings.json", folder: "/p/.claude", at: [place] }
})

const compile = (matchers: ReadonlyArray<string>): Matcher.Compiled =>
  Matcher.compile(Dialects.all, ClaudeCode)({ ...Catalog.empty, hooks: matchers.map(hook) })

const pre = (toolName: string): HookEvent => cases.PreToolUse.make({ toolName, toolInput: { command: "ls" } })

/** Matchers as people write them: names, lists, a server's tools, anchored names. */
const many = Array.from({ length: 10_000 }, (_, place) => {
  const server = `mcp__server_${place % 500}__`
  return [`Tool${place}`, `Edit${place}|Write${place}`, `${server}.*`, `^${server}tool${place}`, `${server}read.*`][
    place % 5
  ] as string
})

const known = pre("Bash")

const cheap = (): ReadonlyArray<Case> => {
  const none = compile([])
  const hundred = compile(Array.from({ length: 100 }, (_, place) => `Other${place}`))
  if (none.wants(known) || hundred.wants(known)) throw new Error("a hook matches that should not")
  return [
    { name: "none", run: () => none.wants(known) },
    { name: "hundred", run: () => hundred.wants(known) }
  ]
}

/** Events of tools that nobody has seen, made beforehand. */
const unseen = (): (() => HookEvent) => {
  const events = Array.from({ length: 20_000 }, (_, place) => pre(`Unseen${place}`))
  let next = 0
  return () => events[next++ % events.length] ?? known
}

/** How many are measured at once, which is as long as the other case takes. */
const batch = 1000

const heavy = (): ReadonlyArray<Case> => {
  const compiled = compile(many)
  if (!compiled.wants(pre("Tool0")) || !compiled.wants(pre("mcp__server_2__x"))) throw new Error("a matcher is lost")
  // More names than are remembered, so that each is seen for the first time again.
  const nextEvent = unseen()
  return [
    {
      name: "first sights",
      run: () => {
        let wanted = 0
        for (let count = 0; count < batch; count++) if (compiled.wants(nextEvent())) wanted++
        return wanted
      }
    },
    {
      name: "compile each",
      run: () => many.reduce((count, source) => count + (new RegExp(source).test("Unseen") ? 1 : 0), 0)
    }
  ]
}

/** What is promised of matching, in nanoseconds and in ratios. */
export const matching = (): ReadonlyArray<Result> => {
  const measured = [
    ...rounds(cheap(), { samples: 300, repeats: 10_000 }),
    ...rounds(heavy(), { samples: 100, repeats: 1 })
  ]
  const time = (name: string, count = 1) => {
    const { p50, p95 } = measured.find((each) => each.name === name) ?? { p50: Number.NaN, p95: Number.NaN }
    return { p50: p50 / count, p95: p95 / count, unit: "ns" }
  }
  const [hundred, first] = [time("hundred"), time("first sights", batch)]
  return [
    {
      name: "does anything run? 100 hooks, none for this tool / 10 ns",
      ratio: hundred.p50 / 10,
      target: 1,
      ...hundred
    },
    { name: "100 hooks that do not match / none", ratio: hundred.p50 / time("none").p50, target: 2, ...hundred },
    {
      name: "a tool's first sight, 10,000 matchers / compiling each",
      ratio: first.p50 / time("compile each").p50,
      target: 0.001,
      ...first
    }
  ]
}
