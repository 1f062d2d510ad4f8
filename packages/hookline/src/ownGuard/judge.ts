/** Decides whether a tool call would change what guards the user. */
import { concerns, textsOf } from "./concerns.ts"
import type { Guarded } from "./Guarded.ts"
import { type Finding, TextJudge } from "./TextJudge.ts"

export type { Finding } from "./TextJudge.ts"

/** A tool call. */
export interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

const shellKeys = /^(?:command|cmd|script|shell_command|commands|commandLine|command_line)$/
const codeKeys = /^(?:code|source|program)$/
const patchKeys = /^(?:patch|patchText|diff|input)$/

const readingTools =
  /^(?:Read|Grep|Glob|LS|NotebookRead|WebFetch|WebSearch|Task|Agent|TodoWrite|AskUserQuestion|ExitPlanMode|Skill)$/i
const readingNames = /(?:^|_)(?:read|get|list|ls|search|find|view|stat|grep|glob|fetch|cat|show|describe)(?:_|$)/i
const writingNames =
  /(?:write|edit|create|delete|remove|move|rename|update|replace|patch|insert|append|put|set|save|exec|run)/i

/** Checks whether a tool only reads the files that its input names. */
const isReading = (tool: string): boolean => {
  const name = tool.slice(tool.lastIndexOf("__") + (tool.includes("__") ? 2 : 0))
  return readingTools.test(tool) || (readingNames.test(name) && !writingNames.test(name))
}

/** Returns what a tool call would change that only the user changes, if anything. */
export const judge = (guarded: Guarded, { input, tool }: Call): Finding | undefined => {
  if (!concerns(guarded, input) || isReading(tool)) return undefined
  // A list of words is a program with its arguments.
  const texts = Object.entries(input).flatMap(([key, value]) =>
    shellKeys.test(key) && Array.isArray(value) && value.every((word) => typeof word === "string")
      ? [{ key, text: value.map(quoted).join(" ") }]
      : textsOf({ [key]: value })
  )
  for (const { key, text } of texts) {
    const judging = new TextJudge(guarded, text)
    const found = shellKeys.test(key)
      ? judging.shell()
      : codeKeys.test(key)
        ? judging.code()
        : ((patchKeys.test(key) ? judging.patch() : undefined) ?? judging.path(text))
    if (found !== undefined) return found
  }
  return undefined
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
