// An agent's loop without Effect: a model that wants tools, tools, and the hooks of a project around each call.
import { Hookline, type PlainReport } from "hookline"

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

// A model with a script: it wants to push by force, then to look, then nothing.
const wishes: Array<Call> = [
  { tool: "Bash", input: { command: "git push --force" } },
  { tool: "Bash", input: { command: "git status" } }
]
const model = async (_told: ReadonlyArray<string>): Promise<Call | undefined> => wishes.shift()

// The tools, which return what they would do.
const tools: Readonly<Record<string, (input: Call["input"]) => Promise<string>>> = {
  Bash: async ({ command }) => `ran ${String(command)}`
}

const textsOf = ({ context }: PlainReport): ReadonlyArray<string> => context.map(({ text }) => text)

export const loop = async (prompt: string, signal?: AbortSignal): Promise<ReadonlyArray<string>> => {
  await using hooks = await Hookline.open({ project: "examples/guarded-project", trust: "all" })
  // A hook of the program's own, beside those of the project.
  hooks.on("PostToolUse", ({ result }) => ({ context: `It said ${String(result).length} characters.` }))

  const session = "s1"
  const options = signal === undefined ? {} : { signal }
  const started = await hooks.emit({ event: "SessionStart", session }, options)
  const asked = await hooks.emit({ event: "UserPromptSubmit", prompt, session }, options)
  if (!asked.goesOn) return asked.reasons.map(({ text }) => text)

  const told = [...textsOf(started), asked.prompt ?? prompt, ...textsOf(asked)]
  for (let call = await model(told); call !== undefined; call = await model(told)) {
    const before = await hooks.emit({ event: "PreToolUse", ...call, session }, options)
    if (!before.goesOn) {
      // The model gets the reason, and may find another way.
      told.push(...before.reasons.map(({ text }) => `${call?.tool} was denied: ${text}`), ...textsOf(before))
      continue
    }
    // Hooks may have changed the input.
    const input = before.input as Call["input"]
    const result = await tools[call.tool]?.(input)
    const after = await hooks.emit({ event: "PostToolUse", tool: call.tool, input, result, session }, options)
    told.push(...textsOf(before), String(after.result), ...textsOf(after))
  }
  await hooks.emit({ event: "SessionEnd", session })
  return told
}

export const told = await loop("Publish my work.")

console.log(told)
// [ …, "Publish my work.",
//   "Bash was denied: Force pushes are for people: push without --force, or ask.",
//   "ran git status", "It said 14 characters." ]
