/**
 * Copies of plugins: a plugin that a host installed may also be in a folder of plugins, and each of its hooks runs once.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import { ConfigFiles, type Inaccessible } from "./ConfigFiles.ts"

const all = (matcher: string | undefined): boolean => matcher === undefined || matcher === "" || matcher === "*"

/** Returns a key of everything that a hook does, except for its time limit, which settings may shorten. */
const keyOf = (name: string, { event, handler, if: rule, matcher, onFailure, once, source }: Hook): string =>
  JSON.stringify([
    name,
    source.dialect,
    event,
    all(matcher) ? "*" : matcher,
    rule,
    onFailure,
    once,
    // The order of keys in a file means nothing.
    Object.entries(handler).toSorted(([one], [other]) => (one < other ? -1 : 1))
  ])

/** A folder with more entries is not compared, so that its hooks run. */
const mostEntries = 2000

/** Folders that are no part of a plugin: history, and what Python derives from the files that are compared. */
const derived = new Set([".git", "__pycache__"])

/** Files with hooks or about the plugin. Hooks are compared one by one, because an installation may move them. */
type IsDescription = (path: string) => boolean

/** Checks for the files that the layouts of these dialects name. */
const descriptions = (dialects: ReadonlyArray<Dialect>): IsDescription => {
  const layouts = dialects.flatMap(({ files, plugins }) => [
    ...files.flatMap((spec) => (spec._tag === "Folder" ? [spec.layout] : [])),
    ...(plugins === undefined ? [] : [plugins.layout])
  ])
  const nested = new Set(layouts.map((layout) => `/${layout.nested}`))
  const folders = layouts.map(({ manifest: { path } }) => `/${path.slice(0, path.lastIndexOf("/") + 1)}`)
  return (path) => nested.has(path) || folders.some((folder) => path.startsWith(folder))
}

/** Decoding replaces bytes that are no text, so that two texts with this character may differ. */
const undecodable = "\uFFFD"

/** Lists the paths of a folder's files, or returns `undefined` for one that can't be compared. */
const filesIn = Effect.fnUntraced(function* (
  root: string,
  isDescription: IsDescription
): Effect.fn.Return<ReadonlyArray<string> | undefined, Inaccessible, ConfigFiles> {
  const files = yield* ConfigFiles
  const found: Array<string> = []
  const folders = [""]
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { kind, link, name } of yield* files.entries(`${root}${folder}`)) {
      const path = `${folder}/${name}`
      seen += 1
      if (derived.has(name)) continue
      if (seen > mostEntries || link || kind === "nothing") return undefined
      if (kind === "folder") folders.push(path)
      else if (!isDescription(path)) found.push(path)
    }
  }
  return found.toSorted()
})

/** Checks whether two folders have equal files. An error or a folder that is too large is a difference. */
const isSameFolder = (
  one: string,
  other: string,
  isDescription: IsDescription
): Effect.Effect<boolean, never, ConfigFiles> =>
  Effect.gen(function* () {
    const files = yield* ConfigFiles
    const paths = yield* filesIn(one, isDescription)
    const others = yield* filesIn(other, isDescription)
    if (paths === undefined || paths.length !== others?.length) return false
    for (const [at, path] of paths.entries()) {
      if (others[at] !== path) return false
      const text = yield* files.read(`${one}${path}`)
      if (text === undefined || text.includes(undecodable)) return false
      if (text !== (yield* files.read(`${other}${path}`))) return false
    }
    return true
  }).pipe(Effect.orElseSucceed(() => false))

/** Checks pairs of folders, each once. */
const comparer = (dialects: ReadonlyArray<Dialect>) => {
  const isDescription = descriptions(dialects)
  const known = new Map<string, boolean>()
  return Effect.fnUntraced(function* (one: string, other: string): Effect.fn.Return<boolean, never, ConfigFiles> {
    const key = JSON.stringify([one, other])
    const isSame = known.get(key) ?? (yield* isSameFolder(one, other, isDescription))
    known.set(key, isSame)
    return isSame
  })
}

/**
 * Marks the hooks in folders of plugins that a host's plugin of the same name and files has too. The host's ones run:
 * they are the user's, so that no project can replace them, and the host knows that it runs them itself.
 *
 * **Details**
 *
 * Hooks that differ in anything but the time limit both run, and so do hooks of plugins whose files differ, because one
 * may deny what the other allows. So do two plugins of one name that a host has from different origins.
 *
 * @category discovering
 * @since 0.1.0
 */
export const mark = Effect.fnUntraced(function* (
  hooks: ReadonlyArray<Hook>,
  dialects: ReadonlyArray<Dialect>
): Effect.fn.Return<ReadonlyArray<Hook>, never, ConfigFiles> {
  const firsts = new Map<string, Hook>()
  for (const hook of hooks) {
    const { pluginName, skill } = hook.source
    if (pluginName === undefined || skill !== undefined || hook.off !== undefined || !hook.enabled) continue
    const key = keyOf(pluginName, hook)
    if (!firsts.has(key)) firsts.set(key, hook)
  }
  if (firsts.size === 0) return hooks
  const isSame = comparer(dialects)
  const marked: Array<Hook> = []
  for (const hook of hooks) {
    const { plugin, pluginFolder, pluginName, skill } = hook.source
    const isCandidate =
      plugin !== undefined && pluginName === undefined && skill === undefined && hook.off === undefined
    const first = isCandidate ? firsts.get(keyOf(plugin, hook)) : undefined
    const folder = first?.source.pluginFolder
    const isCopy = folder !== undefined && pluginFolder !== undefined && (yield* isSame(folder, pluginFolder))
    marked.push(first !== undefined && isCopy ? { ...hook, off: { _tag: "SameAs", hook: first.id } } : hook)
  }
  return marked
})
