/**
 * Relative commands of a skill's hooks, which are resolved against the skill's folder.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as Script from "@hookline/core/kit/discover/Script"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"

/** Matches a relative path at the start, which may be quoted. */
const relative = /^\s*["']?\.\.?\//

/**
 * Quotes a text for every shell.
 *
 * @category formatting
 * @since 0.1.0
 */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Prefixes a command with a folder. Adjacent words are one to a shell, even if only one is quoted. */
const inShell = (command: string, folder: string): string =>
  `${quoted(folder)}/${command.trimStart().replace(/^(?:\.\/+)+/, "")}`

const resolved = (handler: Handler, folder: string): Handler => {
  if (handler._tag === "Command" && relative.test(handler.command)) {
    const { args, command } = handler
    // Without a shell the whole text is the program, which needs no quotes.
    return { ...handler, command: args === undefined ? inShell(command, folder) : `${folder}/${command.trimStart()}` }
  }
  return handler._tag === "Python" && handler.script !== undefined && relative.test(handler.script)
    ? { ...handler, script: `${folder}/${handler.script}` }
    : handler
}

const programOf = Script.reader({})

/**
 * Checks whether a script is beside its file. Agents and commands mostly share their folder, and name scripts from the
 * project's folder, so only scripts beside them are resolved against their folder.
 */
const isBeside = Effect.fnUntraced(function* ({ handler, source }: Hook) {
  if (handler._tag !== "Command") return false
  const files = yield* ConfigFiles
  const program = handler.args === undefined ? programOf(handler.command)?.path : handler.command
  if (program === undefined) return false
  // The reading around this records a status that can't be read.
  const status = yield* Effect.orElseSucceed(files.status(`${source.folder}/${program}`), () => "missing" as const)
  return status !== "missing"
})

/**
 * Resolves a hook's command so that it runs from the project's folder. The hook's id stays that of the original text.
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
