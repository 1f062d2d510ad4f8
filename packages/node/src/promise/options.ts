/** Checks of options before anything is opened. */
import * as Dialects from "@hookline/dialects/Dialects"
import { isJson } from "@hookline/schema/Json"
import { statSync } from "node:fs"
import path from "node:path"
import { folder, functions, type Kind, kind, objects, text, wrongIn } from "../options/kinds.ts"
import { sharedKinds } from "../options/sharedKinds.ts"
import { keysOf, kindIs } from "./checked.ts"
import { HooklineError } from "./HooklineError.ts"
import type { CallOptions, EmitOptions } from "./Hooks.ts"
import type { OpenOptions, ProvidedModel } from "./OpenOptions.ts"

const what = "Hookline.open"
const bad = (why: string): HooklineError => new HooklineError("bad-option", `${what}: ${why}`)

const isFolder = (folder: string): boolean => {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

const checkModel = (model: ProvidedModel): void => {
  keysOf(`${what}, model`, model, ["provider", "name", "apiKey", "baseUrl", "maxTokens"], "bad-option")
  const { apiKey, baseUrl, maxTokens, name, provider } = model
  if (!["anthropic", "openai"].includes(provider)) throw bad(`there is no provider "${provider}": anthropic or openai`)
  if (typeof name !== "string") throw bad("the model needs a name")
  for (const [key, value] of Object.entries({ apiKey, baseUrl })) kindIs(what, `model.${key}`, value, "string")
  kindIs(what, "model.maxTokens", maxTokens, "number")
}

const host: Kind = (name, value) => {
  const wrong = text(name, value)
  // The check above finds what is no string.
  if (wrong !== undefined || Dialects.named(value as string) !== undefined) return wrong
  return `there is no host "${String(value)}": ${Dialects.all.map(({ name }) => name).join(", ")}`
}

const trust: Kind = (name, value) =>
  text(name, value) ??
  (value === "store" || value === "all" ? undefined : `there is no trust "${String(value)}": store or all`)

/** The kinds of the options. The type keeps the list complete. */
const kinds: Readonly<Record<keyof OpenOptions, Kind>> = {
  ...sharedKinds,
  project: folder,
  home: folder,
  host,
  trust,
  approve: (name, value) => (value === "host" ? undefined : functions(name, value)),
  display: functions,
  context: functions,
  audit: folder,
  model: kind("a function or an object", (value) => typeof value === "function" || isJson(value))
}

/** Throws if options are invalid. */
export const checkOptions = (options: OpenOptions): void => {
  keysOf(what, options, Object.keys(kinds), "bad-option")
  const { home, model, project } = options
  if (typeof project !== "string" || project === "") throw bad(`it needs the project's folder: { project: "." }`)
  const wrong = wrongIn(options, kinds)
  if (wrong !== undefined) throw bad(wrong)
  if (typeof model === "object") checkModel(model)
  if (!isFolder(project))
    throw new HooklineError("no-project", `${path.resolve(project)} is not there, or is no folder`)
  // The guards of its user would not run, without a word.
  if (home !== undefined && !isFolder(home)) throw bad(`home: ${path.resolve(home)} is not there, or is no folder`)
}

const isSignal = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value

const ofCall: Readonly<Record<keyof CallOptions, Kind>> = { signal: kind("an AbortSignal", isSignal) }

/** The limit of continuations has no meaning for what is no count. */
const ofEmit: Readonly<Record<keyof EmitOptions, Kind>> = {
  ...ofCall,
  continuations: kind("a count", (value) => typeof value === "number" && Number.isInteger(value) && value >= 0)
}

const check = (call: string, options: object | undefined, kinds: Readonly<Record<string, Kind>>): void => {
  if (options === undefined) return
  const wrong = objects("options", options) ?? wrongIn(options, kinds)
  if (wrong !== undefined) throw new HooklineError("bad-option", `${call}: ${wrong}`)
}

/** Throws if an option of a call is unknown or of another kind. */
export const checkCall = (call: string, options: CallOptions | undefined): void => check(call, options, ofCall)

/** Throws if an option of an event is unknown or of another kind. */
export const checkEmit = (call: string, options: EmitOptions | undefined): void => check(call, options, ofEmit)
