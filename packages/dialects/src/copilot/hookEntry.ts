/**
 * The entries of Copilot CLI's hook files in the words of the shared schemas, and back: a command for each kind of shell, or a
 * program with its arguments, each in a folder and with variables of its own.
 */
import type { Hook } from "@hookline/schema/Hook"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Struct from "effect/Struct"
import type { Reworded } from "../format/config/rules.ts"
import { quotedWord, surrounded } from "../format/config/surroundings.ts"

/** Fields that only Copilot has, or has under another name. */
const own = ["bash", "cwd", "env", "exec", "timeoutSec"] as const

const lost = (code: "field-missing" | "field-type", text: string, fix: string): Reworded => ({
  lost: { code, text, fix }
})

const noFolder = lost(
  "field-type",
  "The `cwd` of this handler is no text, or its `env` no object of texts, so that it is unknown what it runs.",
  `Write "cwd": "folder" and "env": {"NAME": "value"}.`
)

/** The command of an entry: one for a shell, or a program with its arguments. */
const commandOf = (entry: Json): Reworded => {
  const { args, bash, command, cwd, env, exec, powershell, windows, ...rest } = entry
  const isBare = cwd === undefined && env === undefined
  if (typeof exec === "string" && bash === undefined && command === undefined) {
    const words: ReadonlyArray<unknown> = Array.isArray(args) ? args : []
    // The schema reports arguments that are no texts.
    if (isBare || !words.every((word) => typeof word === "string"))
      return { entry: { ...rest, command: exec, args: args ?? [] } }
    const text = surrounded([exec, ...words].map(quotedWord).join(" "), cwd, env)
    return text === undefined ? noFolder : { entry: { ...rest, command: text } }
  }
  const text = bash ?? command
  if (text === undefined && (powershell !== undefined || windows !== undefined)) {
    return lost(
      "field-missing",
      "This handler has a command for PowerShell only, which Hookline does not run.",
      `Write "bash": "…" beside it.`
    )
  }
  const others = { ...rest, ...(args !== undefined && { args }) }
  if (typeof text !== "string") return { entry: text === undefined ? others : { ...others, command: text } }
  const whole = surrounded(text, cwd, env)
  if (whole === undefined) return noFolder
  return { entry: { ...others, command: whole, ...(bash !== undefined && { shell: "bash" }) } }
}

/** Returns the entry with one name of its limit, of two the one that Copilot reads. */
const withTimeout = ({ timeout, timeoutSec, ...entry }: Json): Json => {
  const limit = timeoutSec ?? timeout
  return limit === undefined ? entry : { ...entry, timeout: limit }
}

/** A prompt that Copilot types at the start of a session. On other events it drops one, and a judge may have been meant. */
const promptOf = (entry: Json, name: string): Reworded =>
  /^sessionStart$/i.test(name)
    ? {
        isNoHook: true,
        lost: {
          code: "field-foreign",
          text: "Copilot CLI types this prompt for its user when a session starts; under other agents nothing does.",
          fix: "Leave it there, or write it into the instructions of the other agents."
        }
      }
    : { entry }

/** Converts an entry to the words of the shared schemas. */
export const copilotEntry = (written: Json, name: string): Reworded => {
  const entry = withTimeout(written)
  switch (entry["type"] ?? "command") {
    case "command": {
      const { shell: _shell, ...rest } = entry
      return commandOf({ ...rest, type: "command" })
    }
    case "prompt":
      return promptOf(entry, name)
    default:
      return { entry }
  }
}

/** Converts an encoded entry to Copilot's words: a command of bash, of any shell, or a program with its arguments. */
export const inCopilotWords = (entry: Json, { handler, written }: Hook): Json => {
  const { args, command, shell, timeout, ...rest } = Struct.omit(entry, own)
  const limit = timeout === undefined ? {} : { timeoutSec: timeout }
  if (handler._tag !== "Command" || typeof command !== "string") return { ...rest, ...limit }
  if (args !== undefined) {
    // Arguments beside a command, which only Hookline reads, stay there.
    const isExec = !isJson(written) || (written["command"] === undefined && written["bash"] === undefined)
    return { ...rest, ...(isExec ? { exec: command } : { command }), args, ...limit }
  }
  return { ...rest, ...(shell === "bash" ? { bash: command } : { command }), ...limit }
}
