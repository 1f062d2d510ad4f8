/** A handler in the words of another dialect, or why it has none there. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Handler } from "@hookline/schema/Handler"
import type { MigrationRules } from "@hookline/dialects/kit/HostFacts"
import type { File } from "@hookline/schema/Source"
import * as path from "node:path"
import { quoted, quotedWhole } from "../shellWords.ts"
import { type Folders, mentioned, rename } from "./variables.ts"

/** The facts that it depends on. */
export interface Ground {
  readonly to: Dialect
  readonly rules: MigrationRules
  readonly file: File
  readonly folders: Folders
  readonly exists: (file: string) => boolean
}

/** A handler with the differences in its meaning, or why the target has none. */
export type TranslatedHandler =
  | { readonly handler: Handler; readonly changed: ReadonlyArray<string> }
  | { readonly why: string }

const kinds: Readonly<Record<Handler["_tag"], string>> = {
  Command: "commands",
  Http: "requests",
  Prompt: "prompts",
  Agent: "agents",
  Python: "Python hooks",
  Module: "modules",
  McpTool: "tools of MCP servers",
  Native: "handlers of a program"
}

/** A Python script as a command, which finds it from the project's folder. */
const asCommand = (script: string, { exists, file, folders }: Ground): Handler => {
  const beside = path.resolve(file.folder, script)
  const isBeside = !path.isAbsolute(script) && !exists(path.resolve(folders.project, script)) && exists(beside)
  const within = path.relative(folders.project, beside)
  const place = !isBeside ? script : within.startsWith("..") ? beside : within
  return { _tag: "Command", command: `python3 ${quoted(place)}` }
}

/** The texts of a handler that a shell or a program reads. */
const translated = (handler: Handler, ground: Ground): TranslatedHandler => {
  if (handler._tag !== "Command") return { handler, changed: [] }
  const changed: Array<string> = []
  const words: Array<string> = []
  for (const text of [handler.command, ...(handler.args ?? [])]) {
    const renaming = rename(text, { file: ground.file, folders: ground.folders, to: ground.rules.variables })
    if ("missing" in renaming) return { why: `its command needs $${renaming.missing}, which is not set there` }
    for (const renamed of renaming.renamed) if (!changed.includes(renamed)) changed.push(renamed)
    for (const name of mentioned(text, ground.rules.variables))
      changed.push(`its command speaks of ${name}, which is not set there`)
    words.push(renaming.text)
  }
  const [command = "", ...args] = words
  return { handler: { ...handler, command, ...(handler.args !== undefined && { args }) }, changed }
}

/** A command in one text, for hosts that know neither arguments, nor other shells, nor the background. */
const plainCommand = (handler: Extract<Handler, { _tag: "Command" }>): TranslatedHandler => {
  const changed: Array<string> = []
  const { args, asyncRewake, command, shell } = handler
  if (asyncRewake === true) return { why: "it wakes the agent from the background, which is not known there" }
  if (args !== undefined) changed.push("its arguments are quoted for a shell, since none are known there")
  const text = args === undefined ? command : [command, ...args].map(quoted).join(" ")
  const inShell = shell === undefined || args !== undefined ? text : `${shell} -c ${quotedWhole(text)}`
  const { args: _args, shell: _shell, ...rest } = handler
  if (rest.async === true) changed.push("the host itself knows no `async`: it waits for the hook, which can then block")
  return { handler: { ...rest, command: inShell }, changed }
}

/** The handler as the target has it. */
export const translate = (handler: Handler, ground: Ground): TranslatedHandler => {
  const { rules, to } = ground
  const isScript = handler._tag === "Python" && handler.script !== undefined && !rules.kinds.includes("Python")
  const own = isScript ? asCommand(handler.script ?? "", ground) : handler
  if (!rules.kinds.includes(own._tag)) return { why: `${to.title} knows no ${kinds[own._tag]}` }
  const said = translated(own, ground)
  if ("why" in said) return said
  const python = isScript ? ["its Python script is started as a command"] : []
  if (!rules.plainCommands || said.handler._tag !== "Command") return { ...said, changed: [...python, ...said.changed] }
  const plain = plainCommand(said.handler)
  return "why" in plain ? plain : { ...plain, changed: [...python, ...said.changed, ...plain.changed] }
}
