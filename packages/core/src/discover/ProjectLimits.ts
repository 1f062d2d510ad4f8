/**
 * Settings of a project's files, applied to the project's own hooks. Other hooks are not changed.
 *
 * @since 0.1.0
 */
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import type { Dialect } from "../Dialect.ts"

const handlerOf = (handler: Handler, { fastModel, shell }: Settings): Handler => {
  if (handler._tag === "Command" && handler.args === undefined && handler.shell === undefined) {
    return shell === undefined ? handler : { ...handler, shell }
  }
  return handler._tag === "Prompt" && handler.model === undefined && fastModel !== undefined
    ? { ...handler, model: fastModel }
    : handler
}

const millisOf = (
  { event, handler, timeoutMillis }: Hook,
  { defaults }: Dialect,
  { defaultTimeoutMillis, maxTimeoutMillis }: Settings
): number | undefined => {
  const wanted = timeoutMillis ?? defaultTimeoutMillis
  if (maxTimeoutMillis === undefined) return wanted
  return Math.min(wanted ?? defaults.timeoutMillis(handler._tag, event), maxTimeoutMillis)
}

/**
 * Applies the project's own settings to one of its hooks.
 *
 * @category combining
 * @since 0.1.0
 */
export const apply = (hook: Hook, dialect: Dialect, own: Settings): Hook => {
  if (hook.source.scope === "user") return hook
  const handler = handlerOf(hook.handler, own)
  const timeoutMillis = millisOf(hook, dialect, own)
  if (handler === hook.handler && timeoutMillis === hook.timeoutMillis) return hook
  return { ...hook, handler, ...(timeoutMillis !== undefined && { timeoutMillis }) }
}
