/**
 * Resolves a word that a user wants to enable or disable: a plugin, a hook, or an unknown name.
 *
 * @since 0.1.0
 */
import { several } from "@hookline/core/kit/discover/Suggestions"
import type { Hook } from "@hookline/schema/Hook"
import * as Result from "effect/Result"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

/**
 * An entry of a list of `disabled`, with the hooks that it means.
 *
 * @category models
 * @since 0.1.0
 */
export interface SwitchTarget {
  readonly entry: string
  readonly hooks: ReadonlyArray<Hook>
}

/** The names by which a plugin's hooks can be meant: a person's own plugin has two. */
const pluginsOf = ({ source: { plugin, scope } }: Hook): ReadonlyArray<string> => {
  if (plugin === undefined) return []
  return scope === "user" ? [plugin, `user:${plugin}`] : [plugin]
}

/**
 * The hooks that an entry means, as settings read it.
 *
 * @category getters
 * @since 0.1.0
 */
export const meantBy = (entry: string, hooks: ReadonlyArray<Hook>): ReadonlyArray<Hook> =>
  hooks.filter((hook) => hook.id === entry || pluginsOf(hook).includes(entry))

/** The short name of a hook: what its identity ends with. */
const shortOf = ({ id, name }: Hook): ReadonlyArray<string> => [name ?? "", id.slice(id.lastIndexOf("/") + 1)]

const listed = (ids: ReadonlyArray<string>): string => ids.map((id) => `\n  ${onOneLine(id)}`).join("")

/**
 * Finds what a word means: a plugin or an identity as it is written; else the only hook of that short name, or whose
 * identity begins with it. `entries` are those of existing lists, which may name hooks that are gone.
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (
  word: string,
  hooks: ReadonlyArray<Hook>,
  entries: ReadonlyArray<string> = []
): Result.Result<SwitchTarget, string> => {
  const exactly = meantBy(word, hooks)
  if (exactly.length > 0 || (word !== "" && entries.includes(word))) {
    return Result.succeed({ entry: word, hooks: exactly })
  }
  const plugins = [...new Set(hooks.flatMap(pluginsOf))]
  const short = hooks.filter((hook) => word !== "" && shortOf(hook).includes(word))
  const begun = word === "" ? [] : [...plugins, ...hooks.map(({ id }) => id)].filter((name) => name.startsWith(word))
  const found = short.length > 0 ? [...new Set(short.map(({ id }) => id))] : begun
  const [only] = found
  // A plugin's own hooks begin with its name: they are meant together then.
  const plugin = plugins.find(
    (name) => begun[0] === name && begun.every((each) => each === name || each.startsWith(`${name}/`))
  )
  const entry = short.length === 0 && plugin !== undefined ? plugin : found.length === 1 ? only : undefined
  if (entry !== undefined) return Result.succeed({ entry, hooks: meantBy(entry, hooks) })
  if (found.length > 1)
    return Result.fail(`${onOneLine(word)} may mean any of these; write more of one:${listed(found)}`)
  const near = several(
    word,
    [...plugins, ...new Set(hooks.flatMap((hook) => [hook.id, ...shortOf(hook)])), ...entries].filter(
      (name) => name !== ""
    )
  )
  const hint = near.length === 0 ? " `hookline list` shows them all." : ` Is one of these meant?${listed(near)}`
  return Result.fail(`No hook or plugin is called ${onOneLine(word)}.${hint}`)
}
