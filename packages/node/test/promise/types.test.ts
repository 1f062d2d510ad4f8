// The plain types say what ours say, so that neither can change alone.
import { assert, describe, it } from "@effect/vitest"
import type { EventOf } from "@hookline/coordinator/Handlers"
import type { Tag } from "@hookline/schema/HookEvent"
import type { RunOutput } from "@hookline/schema/RunOutput"
import type { Settings } from "@hookline/schema/Settings"
import type {
  EventFor,
  EventName,
  HandlerEvent,
  Hookline,
  Hooks,
  OpenOptions,
  PlainReport,
  PlainSettings,
  PromptEvent,
  ToolEvent
} from "@hookline/node"

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The events that have a tool, by the schema. */
type ToolEventName = {
  readonly [Name in EventName]: EventOf<Name> extends { readonly toolName: string } ? Name : never
}[EventName]

describe("the types of promises", () => {
  it("are those of the schemas, written out", () => {
    const events: Same<EventName, Exclude<Tag, "Other">> = true
    const settings: Same<PlainSettings, Settings> = true
    const reports: Same<Omit<PlainReport, "prompt" | "result">, RunOutput> = true
    const open: Same<typeof Hookline.open, (options: OpenOptions) => Promise<Hooks>> = true
    assert.deepStrictEqual([events, settings, reports, open], [true, true, true, true])
  })

  it("give a handler the event that it is for", () => {
    const tools: Same<EventFor<ToolEventName>, ToolEvent> = true
    const prompts: Same<EventFor<"UserPromptSubmit">, PromptEvent> = true
    const others: Same<EventFor<"Stop" | "tool:pre" | "*">, HandlerEvent> = true
    assert.deepStrictEqual([tools, prompts, others], [true, true, true])
  })
})
