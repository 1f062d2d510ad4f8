/**
 * Checks the options of a project's hooks. One in a variable may be unknown and compile, and a program without types may give
 * any value: its author relies on it, and it would count for nothing, or fail at the first event.
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Effect from "effect/Effect"
import { isJson, isPlain } from "@hookline/schema/Json"
import * as Layer from "effect/Layer"
import { flag, folder, type Kind, kind, layer, list, objects, text, wrongIn } from "../options/kinds.ts"
import { sharedKinds } from "../options/sharedKinds.ts"
import type { Given } from "./NodePipeline.ts"

const isDialect = (value: unknown): boolean =>
  isJson(value) && typeof value["name"] === "string" && isJson(value["event"])

/** The kinds of the fields. The type keeps the list complete. */
const folders: Readonly<Record<keyof Project, Kind>> = {
  project: folder,
  home: folder,
  config: folder,
  found: objects,
  named: objects,
  machine: objects,
  misnamed: objects,
  system: text
}

/** The folders without which there is no project. */
const needed = ["project", "home", "config"] as const

/**
 * The folder of a project, or all folders of its hooks, which programs keep in objects with more. The path "" would be that of
 * the working folder.
 */
const project: Kind = (name, value) => {
  // A URL or a Map is no object with folders.
  if (!isJson(value) || (!isPlain(value) && value["project"] === undefined)) return folder(name, value)
  const given = Object.fromEntries(Object.keys(folders).map((key) => [key, value[key]]))
  const missing = needed.map((key) => folder(key, value[key])).find((wrong) => wrong !== undefined)
  const wrong = missing ?? wrongIn(given, folders)
  return wrong === undefined ? undefined : `${name}: ${wrong}`
}

/** The kinds of the options. The type keeps the list complete. */
const kinds: Readonly<Record<keyof Given, Kind>> = {
  ...sharedKinds,
  dialects: kind("a list of dialects", (value) => Array.isArray(value) && value.every(isDialect)),
  env: objects,
  envIsHosts: flag,
  files: layer,
  host: kind("a dialect, such as ClaudeCode of @hookline/dialects/ClaudeCode,", isDialect),
  nativeHooks: list,
  once: flag,
  project,
  provide: kind("a list of layers", (value) => Array.isArray(value) && value.every(Layer.isLayer)),
  trust: kind(`"store" or a layer, such as Trust.layerAll,`, (value) => value === "store" || Layer.isLayer(value))
}

/** Dies of an option or a setting that is unknown, or of another kind. */
export const checkOptions = (options: Given): Effect.Effect<void> => {
  const wrong = project("project", options.project) ?? wrongIn(options, kinds)
  return wrong === undefined ? Effect.void : Effect.die(new Error(`Hookline.layer: ${wrong}`))
}
