// Runners that somebody wrote, and got wrong: what no runner may do is a failure like others.
import { CommandRunner } from "@hookline/core/Runners"
import type { PipelineError } from "@hookline/core/PipelineError"
import type { HookReply } from "@hookline/schema/HookReply"
import type { FaultTest } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Answer = Effect.Effect<HookReply, PipelineError>

// Only a program without types can do some of these.
const answers: Readonly<Record<string, () => Answer>> = {
  throws: () => {
    throw new Error("the runner is broken")
  },
  dies: () => Effect.die(new Error("the runner is broken")),
  "dies-oddly": () => Effect.die(Object.create(null)),
  "interrupts-itself": () => Effect.interrupt,
  "fails-oddly": () => Effect.fail("boom" as unknown as PipelineError),
  "replies-oddly": () => Effect.succeed({ _tag: "Zz" } as unknown as HookReply),
  "replies-nothing": () => Effect.succeed(undefined as unknown as HookReply),
  hangs: () => Effect.never
}

export const breaking: Layer.Layer<CommandRunner> = Layer.succeed(CommandRunner)({
  run: ({ handler }) => answers[handler.command]?.() ?? Effect.die(new Error(`no such answer: ${handler.command}`))
})

const by = (command: string, told: RegExp, more: FaultTest.Entry = {}): FaultTest.Fault => ({
  hook: { type: "command", command, ...more },
  told
})

export const rules: Readonly<Record<string, FaultTest.Fault>> = {
  "a runner that throws": by("throws", /broke: the runner is broken/),
  "a runner that dies": by("dies", /broke: the runner is broken/),
  "a runner that dies of what can't be told": by("dies-oddly", /something was thrown that has no text/),
  "a runner that interrupts itself": by("interrupts-itself", /interrupted by itself/),
  "an error of no kind": by("fails-oddly", /broke: boom/),
  "a reply of no kind": by("replies-oddly", /its runner gave no reply/),
  "no reply at all": by("replies-nothing", /./),
  "a runner that hangs": by("hangs", /did not answer within 0.4 s/, { timeout: 0.4 })
}

export const missing: Readonly<Record<string, FaultTest.Fault>> = {
  "a missing runner of prompts": { hook: { type: "prompt", prompt: "May it?" }, told: /is a prompt hook.*provide/ },
  "a missing runner of agents": { hook: { type: "agent", prompt: "May it?" }, told: /is an agent hook.*provide/ },
  "a missing runner of tools": {
    hook: { type: "mcp_tool", server: "s", tool: "t" },
    told: /is a mcptool hook.*provide/
  }
}
