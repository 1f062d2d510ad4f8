/** Checks the options of an agent. An unknown one would be ignored, and with it the guards that it is for. */
import { strangeIn } from "@hookline/core/kit/discover/Suggestions"
import { isPlain } from "@hookline/schema/Json"
import { checkOptions, functions, type Kind, kind, objects, oneOf, shape, text } from "../../options/kinds.ts"
import { kinds as ofNames } from "../toolkit/checkedNames.ts"
import type { Options as Naming } from "../toolkit/Options.ts"
import type { SessionFields } from "../toolkit/SessionFields.ts"
import type { Options } from "./openSession.ts"
import type { AnyTools, Compaction } from "./Session.ts"

const isCount = (value: unknown): boolean =>
  typeof value === "number" && value >= 1 && (Number.isInteger(value) || value === Infinity)

/** The fields of every event. One of another name would reach no hook. */
const facts: Readonly<Record<keyof SessionFields, Kind>> = {
  agentId: text,
  agentType: text,
  cwd: text,
  permissionMode: text,
  promptId: text,
  sessionId: text,
  transcriptPath: text
}

/** The two functions, of which neither has a default. The object may be one of a class. */
const compaction: Kind = (name, value) => {
  const wrong = objects(name, value)
  if (wrong !== undefined) return wrong
  // The check above finds what is no object.
  const given = value as Partial<Compaction>
  const strange = isPlain(given) ? strangeIn(given, ["compact", "when"]) : undefined
  if (strange !== undefined) return `${name}: ${strange}`
  return functions(`${name}: when`, given.when) ?? functions(`${name}: compact`, given.compact)
}

/** The kinds of the options. The type keeps the list complete. */
const kinds: Readonly<Record<keyof Options<AnyTools>, Kind>> = {
  ...ofNames,
  compaction,
  concurrency: kind(`a whole number from 1 on, or "unbounded"`, (value) => value === "unbounded" || isCount(value)),
  facts: shape(facts),
  history: objects,
  onText: functions,
  source: oneOf("startup", "resume", "clear", "fork"),
  system: text,
  toolkit: kind("a toolkit", (value) => value !== null && ["object", "function"].includes(typeof value)),
  turns: kind("a whole number from 1 on, or Infinity", isCount)
}

/** Returns the names of the tools for hooks. Throws if an option is unknown or of another kind. */
export const namingOf = <Tools extends AnyTools, E, R>(options: Options<Tools, E, R>): Naming<NoInfer<Tools>> => {
  checkOptions("an agent", options, kinds)
  const { names, server } = options
  return { ...(names !== undefined && { names }), ...(server !== undefined && { server }) }
}
