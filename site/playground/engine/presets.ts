/** The replies to choose from, for each hook in the words of its own dialect. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type { Choice } from "./Question.ts"

/** A reply to choose from. */
export interface Preset {
  readonly name: string
  readonly title: string
  readonly reply: HookReply
}

const by = "playground"

/** The input of a call with a command or a text that is another one, so that a change is seen. */
const changed = (event: HookEvent): Json | undefined => {
  if (!("toolInput" in event)) return undefined
  const [key] = Object.entries(event.toolInput).find(([, value]) => typeof value === "string") ?? ["command"]
  return { ...event.toolInput, [key]: "echo changed by a hook" }
}

/** Returns an outcome in the words of a dialect, as a hook of that dialect would print it. */
const worded = (dialect: Dialect, event: HookEvent, outcome: Outcome.Outcome): Json => {
  const { body } = dialect.reply.write(outcome, event)
  return body ?? {}
}

const reason = "Not in this project."

const meanings = (event: HookEvent): ReadonlyArray<readonly [name: string, title: string, Outcome.Outcome]> => {
  const value = changed(event)
  return [
    ["deny-json", "denies, by JSON", Outcome.make({ verdict: Verdict.deny({ by, reason }) })],
    ["ask", "asks the user", Outcome.make({ verdict: Verdict.ask({ by, prompt: reason }, reason) })],
    ["allow", "allows", Outcome.make({ verdict: Verdict.allow({ by, reason: "It is harmless." }) })],
    ...(value === undefined
      ? []
      : ([
          ["change", "changes the input", Outcome.make({ changes: [{ by, target: "input", mode: "replace", value }] })]
        ] as const)),
    [
      "context",
      "adds context for the model",
      Outcome.make({ context: [{ by, text: "The tests are slow here.", role: "system", ephemeral: false }] })
    ],
    ["halt", "stops the agent", Outcome.make({ halts: [{ by, reason: "That is enough for today." }] })]
  ]
}

/** Returns the part of an outcome that a preset is about. */
const kindOf = ({ changes, context, halts, verdict }: Outcome.Outcome): string =>
  JSON.stringify([verdict._tag, changes.length > 0, context.length > 0, halts.length > 0])

const exit = (code: number, stdout = "", stderr = ""): HookReply => ({ _tag: "Exit", code, stdout, stderr })

/** Returns a reply of the hook's kind that has this JSON. */
const withJson = ({ handler }: Hook, json: Json): HookReply => {
  switch (handler._tag) {
    case "Command":
    case "Python":
      return exit(0, JSON.stringify(json))
    case "Http":
      return { _tag: "Http", status: 200, body: JSON.stringify(json) }
    default:
      return { _tag: "Value", value: json }
  }
}

const judged = (ok: boolean): HookReply => ({ _tag: "Judgement", ok, ...(!ok && { reason }) })

/** Returns the presets that do not depend on words: a hook passes, denies by its exit, or fails. */
const plain = ({ handler }: Hook): ReadonlyArray<Preset> => {
  switch (handler._tag) {
    case "Command":
    case "Python":
      return [
        { name: "pass", title: "passes: exits with 0", reply: exit(0) },
        { name: "deny", title: "denies: exits with 2", reply: exit(2, "", reason) },
        { name: "fail", title: "fails: exits with 1", reply: exit(1, "", "guard: an internal error") }
      ]
    case "Http":
      return [
        { name: "pass", title: "passes: answers 200", reply: { _tag: "Http", status: 200, body: "" } },
        { name: "fail", title: "fails: answers 500", reply: { _tag: "Http", status: 500, body: "" } }
      ]
    case "Prompt":
    case "Agent":
      return [
        { name: "pass", title: "the model agrees", reply: judged(true) },
        { name: "deny", title: "the model objects", reply: judged(false) }
      ]
    default:
      return [{ name: "pass", title: "passes", reply: { _tag: "Value", value: undefined } }]
  }
}

/**
 * Returns the replies that a hook may give to an event. A reply is among them only if the hook's dialect reads from it
 * what it is meant to be, so that none is offered which that dialect does not know.
 */
export const presetsOf = (hook: Hook, dialect: Dialect, event: HookEvent): ReadonlyArray<Preset> => {
  const { handler } = hook
  if (handler._tag === "Prompt" || handler._tag === "Agent") return plain(hook)
  const written = meanings(event).flatMap(([name, title, outcome]): ReadonlyArray<Preset> => {
    const json = worded(dialect, event, outcome)
    const reply = withJson(hook, json)
    const read = dialect.reply.read(reply, hook, event)
    const isRead = read.failure === undefined && kindOf(read.outcome) === kindOf(outcome)
    return isRead && isJson(json) ? [{ name, title, reply }] : []
  })
  const [pass, ...others] = plain(hook)
  return pass === undefined ? written : [pass, ...others.slice(0, 1), ...written, ...others.slice(1)]
}

/** Returns the preset of a hook by its name, or the first one. */
export const presetOf = (presets: ReadonlyArray<Preset>, name: string): Preset | undefined =>
  presets.find((preset) => preset.name === name) ?? presets[0]

/** Returns the reply that a choice is. */
export const replyOf = (presets: ReadonlyArray<Preset>, choice: Choice): HookReply =>
  "preset" in choice
    ? (presetOf(presets, choice.preset)?.reply ?? exit(0))
    : exit(choice.exit, choice.stdout, choice.stderr)
