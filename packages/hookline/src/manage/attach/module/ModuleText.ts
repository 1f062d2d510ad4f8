/**
 * The texts of a module of Hookline and of the bundle that mounts it, each with a line of its hash.
 *
 * @since 0.1.0
 */
import { bundleText, moduleEvents, modulePackage, moduleText } from "@hookline/dialects/kit/mountedModule"
import { isJson } from "@hookline/schema/Json"
import type { OnFailure } from "@hookline/schema/Hook"
import * as path from "node:path"
import { neverDenied } from "../../../dispatch/unansweredExit.ts"
import { RefusedCommand } from "../AttachProblem.ts"
import { type Options, timeoutOf } from "../entriesFor.ts"
import * as Seal from "../Seal.ts"

const mark = "#"

/** The constants in front of the module. As JSON without `true`, `false` and `null` they are Python, too. */
interface Constants {
  readonly command: ReadonlyArray<string>
  readonly policy: OnFailure
  readonly events: Readonly<Record<string, EventFacts>>
}

interface EventFacts {
  /** The canonical name, for `--event`. */
  readonly name: string
  /** In seconds. */
  readonly limit: number
  /** 1 if a failure may deny it. */
  readonly deny: 0 | 1
}

/** The limit of events that no hook runs for, in seconds: skills that come and go. */
const skillLimit = 30

const factsOf = ({ host, limitMillis }: Options, { events, name }: (typeof moduleEvents)[number]): EventFacts => {
  const [first] = events
  if (first === undefined) return { name, limit: skillLimit, deny: 0 }
  const limit = events.reduce((sum, event) => sum + timeoutOf(host, event, limitMillis(event)), 0)
  return { name: first, limit, deny: neverDenied.has(first) ? 0 : 1 }
}

/**
 * The texts of the files, and the events for which the module calls Hookline.
 *
 * @category models
 * @since 0.1.0
 */
export interface ModuleText {
  readonly module: string
  readonly bundle: string
  readonly events: ReadonlyArray<string>
}

/**
 * The path of the module in its folder.
 *
 * @category getters
 * @since 0.1.0
 */
export const moduleFile = `${modulePackage}/__init__.py`

/**
 * The path of the bundle in its folder.
 *
 * @category getters
 * @since 0.1.0
 */
export const bundleFile = "bundle.yaml"

/**
 * Returns the texts for a folder.
 *
 * @category constructors
 * @since 0.1.0
 */
export const of = (folder: string, options: Options): ModuleText | RefusedCommand => {
  const { command, host, onFailure = "open" } = options
  // The module starts Hookline in the folder of its session.
  if (![command[0], command.at(-1) ?? ""].every((word) => path.isAbsolute(word))) {
    return new RefusedCommand({ command, why: "its paths are not absolute" })
  }
  const constants: Constants = {
    command,
    policy: onFailure,
    events: Object.fromEntries(moduleEvents.map((one) => [one.name, factsOf(options, one)]))
  }
  const module = [
    `# Written by \`hookline attach ${host.name}\`. \`hookline detach ${host.name}\` deletes it, unless it was changed.`,
    `HOOKLINE = ${JSON.stringify(constants, undefined, 2)}`,
    moduleText
  ].join("\n")
  return {
    module: Seal.of(mark, module),
    bundle: Seal.of(mark, bundleText(folder, onFailure)),
    events: Object.keys(constants.events)
  }
}

/**
 * Checks whether a text is one that `attach` wrote, without a change.
 *
 * @category guards
 * @since 0.1.0
 */
export const isOurs = (text: string): boolean => Seal.isWhole(mark, text)

/**
 * Checks whether a module has the program of this version of Hookline.
 *
 * @category guards
 * @since 0.1.0
 */
export const isCurrent = (text: string): boolean => text.endsWith(moduleText)

const policies: ReadonlyArray<unknown> = ["open", "ask", "closed"] satisfies ReadonlyArray<OnFailure>

const isPolicy = (value: unknown): value is OnFailure => policies.includes(value)

/**
 * Returns the command, the policy and the events of a module of Hookline, or `undefined` for another text.
 *
 * @category getters
 * @since 0.1.0
 */
export const constantsIn = (
  text: string
): (Pick<Constants, "command" | "policy"> & { readonly events: ReadonlyArray<string> }) | undefined => {
  if (!Seal.has(mark, text)) return undefined
  const [, json] = /^HOOKLINE = (\{[^]*?^\})$/m.exec(text) ?? []
  try {
    const value: unknown = JSON.parse(json ?? "")
    if (!isJson(value)) return undefined
    const { command, events, policy } = value
    if (!Array.isArray(command) || !command.every((word) => typeof word === "string")) return undefined
    return isPolicy(policy) && isJson(events) ? { command, policy, events: Object.keys(events) } : undefined
  } catch {
    return undefined
  }
}
