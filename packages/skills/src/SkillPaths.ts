/**
 * Relative commands: those of a skill's hooks are meant from the skill's folder, wherever that lies and however it is
 * called.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as Script from "@hookline/core/Script"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"

/** A first word may be quoted, as it must be where it has blanks. */
const relative = /^\s*["']?\.\.?\//

/**
 * A text that every shell takes for itself, whatever is in it.
 *
 * @category formatting
 * @since 0.1.0
 */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Two words without a blank between them are one to a shell, also where only one of them is quoted. */
const inShell = (command: string, folder: string): string =>
  `${quoted(folder)}/${command.trimStart().replace(/^(?:\.\/+)+/, "")}`

const resolved = (handler: Handler, folder: string): Handler => {
  if (handler._tag === "Command" && relative.test(handler.command)) {
    const { args, command } = handler
    // Without a shell the program is the command itself: there is nothing to quote.
    return { ...handler, command: args === undefined ? inShell(command, folder) : `${folder}/${command.trimStart()}` }
  }
  return handler._tag === "Python" && handler.script !== undefined && relative.test(handler.script)
    ? { ...handler, script: `${folder}/${handler.script}` }
    : handler
}

const programOf = Script.reader({})

/**
 * Agents and commands mostly share their folder with others, and name scripts from the project's folder: only what
 * stands beside them is meant from theirs.
 */
const isBeside = Effect.fnUntraced(function* ({ handler, source }: Hook) {
  if (handler._tag !== "Command") return false
  const files = yield* ConfigFiles
  const program = handler.args === undefined ? programOf(handler.command)?.path : handler.command
  return program !== undefined && (yield* files.standing(`${source.folder}/${program}`)) !== "missing"
})

/**
 * The hook with its command as it is to be run from the project's folder. Its identity stays that of what was written.
 *
 * @category discovering
 * @since 0.1.0
 */
export const resolve = (hook: Hook): Effect.Effect<Hook, never, ConfigFiles> => {
  const { carrier, folder } = hook.source
  const handler = resolved(hook.handler, folder)
  if (handler === hook.handler) return Effect.succeed(hook)
  const meant = { ...hook, handler }
  return carrier === undefined ? Effect.succeed(meant) : Effect.map(isBeside(hook), (beside) => (beside ? meant : hook))
}
