// A host's payload comes in one dialect, a hook answers in another, and the host is answered in its own words.
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Effect from "effect/Effect"

const payload = { event: "tool:pre", data: { tool_name: "bash", tool_input: { command: "git push --force" } } }

const program = Effect.gen(function* () {
  const { events } = yield* Effect.fromResult(Amplifier.event.read(payload))
  const [event] = events
  if (event === undefined) return yield* Effect.die("the payload has no event")

  const file = { dialect: "claude", scope: "project", folder: ".claude", file: ".claude/settings.json" } as const
  const text = `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./guard.sh"}]}]}}`
  const { hooks } = yield* ClaudeCode.config.read(file, text)
  const [hook] = hooks
  if (hook === undefined) return yield* Effect.die("the file has no hook")

  const said = ClaudeCode.reply.read({ _tag: "Exit", code: 2, stdout: "", stderr: "No force pushes." }, hook, event)
  return Amplifier.reply.write(said.outcome, event)
})

export const answer = await Effect.runPromise(program)

console.log(answer.body) // { action: "deny", reason: "No force pushes.", … }
