import { assert } from "@effect/vitest"
import * as Dialects from "@hookline/dialects/Dialects"
import * as HookEvent from "@hookline/schema/HookEvent"
import { cursorName } from "../src/cursor/host.ts"
import { geminiName } from "../src/gemini/events.ts"
import { DialectTest, TestDialect } from "@hookline/testing"
import * as Verdict from "@hookline/schema/Verdict"
import * as Schema from "effect/Schema"
import { HookResult } from "../src/amplifier/HookResult.ts"
import { toOutcome } from "../src/amplifier/hookResultOutcome.ts"
import { reads as copilotReads } from "@hookline/testing/kit/hosts/copilot"
import { modelOf } from "@hookline/testing/kit/hosts/heard"
import { heardBy } from "@hookline/testing/kit/hosts/HostReading"

/** Amplifier's host is answered in other words than its hooks have: it has a default for an approval, and no word to allow. */
const amplifier: DialectTest.Options = {
  heard: ({ body }, event) => {
    const result = Schema.decodeUnknownSync(HookResult)(body)
    const outcome = toOutcome(result, "host", event)
    const isAllowed = ["continue", "modify"].includes(result.action) && result.approvalDefault === "allow"
    return event._tag === "PermissionRequest" && isAllowed
      ? { ...outcome, verdict: Verdict.allow({ by: "host", reason: result.reason ?? "" }) }
      : outcome
  }
}

/** Copilot's own spelling of an event, under which it reads other words of an answer. */
const copilotName = (event: string): string => event.charAt(0).toLowerCase() + event.slice(1)

/** Copilot must read the same in both of its forms. */
const copilot: DialectTest.Options = {
  heard: heardBy((printed, event) => {
    const name = HookEvent.nameOf(event)
    const reading = copilotReads(printed, name)
    assert.deepStrictEqual(copilotReads(printed, copilotName(name)), reading)
    return reading
  })
}

/** Hosts that are answered in other words than Claude Code's, with what they were seen to make of an answer. */
const hosts: Readonly<Record<string, DialectTest.Options>> = {
  amplifier,
  copilot
}

/** The words of hooks that are written for other agents than Claude Code. */
const words: Readonly<Record<string, NonNullable<DialectTest.Options["words"]>>> = {
  codex: { grantsNothing: true },
  cursor: {
    eventName: (event) => (event._tag === "Other" ? event.name : cursorName(event._tag)),
    matchesAnywhere: true,
    grantsNothing: true
  },
  copilot: { failuresDeny: new Set(["PreToolUse", "PermissionRequest"]) },
  gemini: {
    eventName: (event) => (event._tag === "Other" ? event.name : geminiName(event._tag)),
    matchesAnywhere: true,
    grantsNothing: true,
    laterExitsDeny: true
  },
  qwen: { matchesAnywhere: true, grantsNothing: true }
}

for (const dialect of Dialects.all) {
  const heard = modelOf(dialect)
  const own = words[dialect.name]
  DialectTest.suite(dialect, {
    ...(hosts[dialect.name] ?? (heard === undefined ? {} : { heard })),
    ...(own !== undefined && { words: own })
  })
}

DialectTest.suite(TestDialect.make())
