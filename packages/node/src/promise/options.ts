/** Checks of options before anything is opened. */
import { sentence } from "@hookline/core/PipelineError"
import * as Dialects from "@hookline/dialects/Dialects"
import { Settings } from "@hookline/schema/Settings"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { statSync } from "node:fs"
import path from "node:path"
import { keysOf, kindIs } from "./checked.ts"
import { HooklineError } from "./HooklineError.ts"
import type { OpenOptions, ProvidedModel } from "./OpenOptions.ts"

const what = "Hookline.open"
const known = [
  "project",
  "home",
  "host",
  "settings",
  "trust",
  "approve",
  "excludeHostHooks",
  "display",
  "context",
  "audit",
  "model"
]

const bad = (why: string): HooklineError => new HooklineError("bad-option", `${what}: ${why}`)

const isFolder = (folder: string): boolean => {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

const checkSettings = (settings: unknown): void => {
  keysOf(`${what}, settings`, settings, Object.keys(Settings.fields), "bad-option")
  const read = Schema.decodeUnknownResult(Settings)(settings)
  if (Result.isFailure(read)) throw bad(`settings: ${sentence(read.failure).replaceAll(/\s+/g, " ")}`)
}

const checkModel = (model: ProvidedModel): void => {
  keysOf(`${what}, model`, model, ["provider", "name", "apiKey", "baseUrl", "maxTokens"], "bad-option")
  const { apiKey, baseUrl, maxTokens, name, provider } = model
  if (!["anthropic", "openai"].includes(provider)) throw bad(`there is no provider "${provider}": anthropic or openai`)
  if (typeof name !== "string") throw bad("the model needs a name")
  for (const [key, value] of Object.entries({ apiKey, baseUrl })) kindIs(what, `model.${key}`, value, "string")
  kindIs(what, "model.maxTokens", maxTokens, "number")
}

/** Throws if options are invalid. */
export const checkOptions = (options: OpenOptions): void => {
  keysOf(what, options, known, "bad-option")
  const { approve, audit, context, display, excludeHostHooks, home, host, model, project, settings, trust } = options
  if (typeof project !== "string" || project === "") throw bad(`it needs the project's folder: { project: "." }`)
  for (const [name, value] of Object.entries({ home, audit, host, trust })) kindIs(what, name, value, "string")
  for (const [name, value] of Object.entries({ display, context })) kindIs(what, name, value, "function")
  if (approve !== "host") kindIs(what, "approve", approve, "function")
  if (excludeHostHooks !== undefined && typeof excludeHostHooks !== "boolean") {
    throw bad("excludeHostHooks is neither true nor false")
  }
  kindIs(what, "model", model, "function", "object")
  if (host !== undefined && Dialects.named(host) === undefined) {
    throw bad(`there is no host "${host}": ${Dialects.all.map(({ name }) => name).join(", ")}`)
  }
  if (trust !== undefined && !["store", "all"].includes(trust)) throw bad(`there is no trust "${trust}": store or all`)
  if (settings !== undefined) checkSettings(settings)
  if (typeof model === "object") checkModel(model)
  if (!isFolder(project))
    throw new HooklineError("no-project", `${path.resolve(project)} is not there, or is no folder`)
}

/** Throws unless it is a count, because the limit of continuations has no meaning for another value. */
export const checkContinuations = (continuations: number | undefined): void => {
  if (continuations === undefined || (Number.isInteger(continuations) && continuations >= 0)) return
  throw new HooklineError("bad-option", `emit: continuations is ${continuations}, where a count belongs`)
}
