/**
 * The entries by which Codex knows a hook that its user trusts: a key from the file and the position of the hook in it, and a
 * hash of the hook as Codex reads it. The content of scripts is no part of it.
 *
 * @since 0.1.0
 */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import { isJson, type Json } from "@hookline/schema/Json"
import { createHash } from "node:crypto"

/**
 * A hook of Codex, with its entry.
 *
 * @category models
 * @since 0.1.0
 */
export interface TrustEntry {
  readonly key: string
  readonly hash: string
  readonly event: string
  readonly command: string
}

/** Codex's names of events in keys: the same words in another spelling. */
const labelOf = (event: string): string => event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Events whose matchers Codex ignores, so that they are no part of the hash. */
const withoutMatcher: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "Interrupt"])

/** Events that Codex does not wait for longer than three seconds. */
const hurried: ReadonlySet<string> = new Set(["SessionEnd", "Interrupt"])

const withContext: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PostToolUse",
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart"
])

/** The limit on texts for the model that Codex has by default. */
const usualLimit = 2500

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJson(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])])
  )
}

const timeoutOf = (event: string, written: unknown): number => {
  const usual = hurried.has(event) ? 1 : 600
  const seconds = Math.max(1, typeof written === "number" ? written : usual)
  return hurried.has(event) ? Math.min(3, seconds) : seconds
}

/**
 * Returns the hash of a hook in a group, as Codex computes it.
 *
 * @category getters
 * @since 0.1.0
 */
export const hashOf = (event: string, group: Json, handler: Json): string => {
  const { additionalContextLimit: limit, async: isAsync, command, statusMessage, timeout } = handler
  const hasLimit = withContext.has(event) && limit !== undefined && limit !== usualLimit
  const read = {
    type: "command",
    command,
    timeout: timeoutOf(event, timeout),
    async: isAsync ?? false,
    ...(statusMessage !== undefined && { statusMessage }),
    ...(hasLimit && { additionalContextLimit: limit })
  }
  const { matcher } = group
  const identity = {
    event_name: labelOf(event),
    ...(matcher !== undefined && !withoutMatcher.has(event) && { matcher }),
    hooks: [read]
  }
  return `sha256:${createHash("sha256")
    .update(JSON.stringify(sorted(identity)))
    .digest("hex")}`
}

const handlersIn = (group: unknown): ReadonlyArray<unknown> => {
  const hooks = isJson(group) ? group["hooks"] : undefined
  return Array.isArray(hooks) ? hooks : []
}

/**
 * Returns the entries of Hookline's own hooks in a file, from its data.
 *
 * @category getters
 * @since 0.1.0
 */
export const ownEntries = (root: unknown, file: string): ReadonlyArray<TrustEntry> => {
  const hooks = isJson(root) ? root["hooks"] : undefined
  if (!isJson(hooks)) return []
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown, index) =>
      handlersIn(group).flatMap((handler, place): ReadonlyArray<TrustEntry> => {
        if (!isJson(group) || !isJson(handler) || handler["type"] !== "command") return []
        const { command } = handler
        if (typeof command !== "string" || !SelfReference.is({ _tag: "Command", command })) return []
        const key = `${file}:${labelOf(event)}:${index}:${place}`
        return [{ key, hash: hashOf(event, group, handler), event, command }]
      })
    )
  )
}
