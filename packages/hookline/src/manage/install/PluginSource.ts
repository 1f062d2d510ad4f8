/**
 * The source of a plugin, as a person names it: a folder, a repository, or a plugin of a marketplace.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as path from "node:path"
import { InstallProblem } from "./InstallProblem.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

/**
 * Schema for a source as it is recorded. Two installations are of one source where these are equal, whatever the `ref`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PluginSource = Schema.Struct({
  /** A folder or a marketplace's file; from the project's folder on, where it lies in it. */
  folder: Schema.optionalKey(Schema.String),
  /** A repository, without whatever secret its address held. */
  git: Schema.optionalKey(Schema.String),
  /** A branch, a tag or a commit, where one was named. */
  ref: Schema.optionalKey(Schema.String),
  /** The plugin's name, where the folder or the repository is a marketplace. */
  plugin: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "PluginSource" })

/** @since 0.1.0 */
export type PluginSource = typeof PluginSource.Type

/**
 * A named source. The word after a repository's `#` may be a branch or a plugin: fetching it decides.
 *
 * @category models
 * @since 0.1.0
 */
export type Named =
  | { readonly _tag: "Folder"; readonly path: string; readonly plugin?: string }
  | { readonly _tag: "Git"; readonly url: string; readonly words: ReadonlyArray<string> }

const refuse = (text: string): Result.Result<never, InstallProblem> =>
  Result.fail(new InstallProblem({ why: "source", text }))

const marked = /^([a-z][a-z0-9+.-]*)(::|:\/\/)/i

/** As ssh's own programs name a place: `git@host:path`. */
const short = /^[\w.-]+@\w[\w.-]*:[^:]/

/** Checks whether a text is the address of a repository rather than a path. */
const isAddress = (text: string): boolean => marked.test(text) || short.test(text)

/**
 * The address of a repository that we fetch from; `file:` only where the person names it.
 *
 * **Details**
 *
 * git has transports that are programs (`ext::`), and some by which anybody on the way can put in what they like.
 *
 * @category constructors
 * @since 0.1.0
 */
export const address = (text: string, mayBeFile: boolean): Result.Result<string, InstallProblem> => {
  const told = onOneLine(withoutSecret(text))
  if (text.startsWith("-") || /[\s\p{C}]/u.test(text)) {
    return refuse(`${told} is no address of a repository: it begins with a dash, or has blanks in it.`)
  }
  if (short.test(text)) return Result.succeed(text)
  const [, scheme = "", mark] = marked.exec(text) ?? []
  const known = mayBeFile ? ["https", "ssh", "file"] : ["https", "ssh"]
  if (mark !== "://" || !known.includes(scheme.toLowerCase())) {
    return refuse(
      `${told} is not fetched: of repositories those under https://, ssh:// and git@host:path are` +
        `${mayBeFile ? ", and file:// for your own" : ""}. Clone it yourself, and install its folder.`
    )
  }
  const isSound = URL.canParse(text) && !new URL(text).hostname.startsWith("-")
  return isSound ? Result.succeed(text) : refuse(`${told} is no address: write it as https://host/owner/name.`)
}

/**
 * An address without the name and the password that it may hold.
 *
 * @category formatting
 * @since 0.1.0
 */
export const withoutSecret = (url: string): string => url.replace(/^(https?:\/\/)[^/@]*@/i, "$1")

/**
 * Parses the name of a source. `isThere` checks for a path, which counts before all else, whatever
 * is in its name.
 *
 * @category constructors
 * @since 0.1.0
 */
export const parse = (
  said: string,
  cwd: string,
  isThere: (file: string) => boolean
): Result.Result<Named, InstallProblem> => {
  if (said === "" || said.startsWith("-")) {
    return refuse(`${JSON.stringify(said)} is no plugin: name a folder, a repository, or MARKETPLACE#PLUGIN.`)
  }
  const whole = path.resolve(cwd, said)
  if (!isAddress(said) && isThere(whole)) return Result.succeed({ _tag: "Folder", path: whole })
  const [base = "", ...words] = said.split("#")
  if (words.includes("")) return refuse(`The # in ${onOneLine(said)} has no name after it: name a plugin or a branch.`)
  if (isAddress(base)) {
    if (words.length > 2)
      return refuse(`${onOneLine(said)} has too many #: at most a branch and a plugin follow the address.`)
    return Result.map(address(base, true), (url) => ({ _tag: "Git", url, words }))
  }
  const folder = path.resolve(cwd, base)
  if (!isThere(folder)) {
    const hint = /^[\w.-]+\/[\w.-]+$/.test(base) ? " Where a repository is meant, write its whole address." : ""
    return refuse(`${onOneLine(folder)} is not there: name a folder, a repository, or MARKETPLACE#PLUGIN.${hint}`)
  }
  const [plugin, ...more] = words
  if (more.length > 0) return refuse(`${onOneLine(said)} has too many #: only the plugin's name follows a folder.`)
  return Result.succeed({ _tag: "Folder", path: folder, ...(plugin !== undefined && { plugin }) })
}

/**
 * Checks whether two sources are the same but for the branch.
 *
 * @category combining
 * @since 0.1.0
 */
export const isSame = (one: PluginSource, other: PluginSource): boolean =>
  one.folder === other.folder && one.git === other.git && one.plugin === other.plugin

/**
 * A source in the words by which it is named.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = ({ folder, git, plugin, ref }: PluginSource): string =>
  onOneLine([folder ?? git ?? "", ...[ref, plugin].filter((word) => word !== undefined)].join("#"))
