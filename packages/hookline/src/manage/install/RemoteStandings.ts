/**
 * The states of the sources of installed plugins: refs that moved, tags that were re-pointed, and sources that are gone.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { digestOf } from "./digest.ts"
import * as git from "./git.ts"
import type { InstallProblem } from "./InstallProblem.ts"
import type { InstalledPlugin, RefType } from "./Installed.ts"
import * as InstalledChanges from "./InstalledChanges.ts"
import { fileOf } from "./place.ts"
import * as PluginFetch from "./PluginFetch.ts"
import { address } from "./PluginSource.ts"

/**
 * The states of a source, from the best to the worst.
 *
 * @category models
 * @since 0.1.0
 */
export type Status = "current" | "moved" | "re-pointed" | "gone" | "unreachable"

const bySeverity: ReadonlyArray<Status> = ["current", "moved", "re-pointed", "gone", "unreachable"]

/**
 * The state of one source, with its text.
 *
 * @category models
 * @since 0.1.0
 */
export interface Standing {
  readonly status: Status
  /** A sentence without its full stop. */
  readonly text: string
  /** The commit that the ref names now, if the source was asked for one. */
  readonly now?: string
}

/** A ref of a repository, and the commit that it named when it was installed. */
interface Asked {
  readonly url: string
  readonly ref: string | undefined
  readonly commit: string | undefined
  readonly refType: RefType | undefined
}

const short = (commit: string): string => commit.slice(0, 12)

const found = (asked: Asked, now: string | undefined, as: "branch" | "tag"): Standing => {
  const { commit = "", ref, url } = asked
  const what = ref === undefined ? "its newest state" : `the ${as} ${ref}`
  if (now === undefined) return { status: "gone", text: `${what} is no more in ${url}` }
  if (now === commit) return { status: "current", text: `${what} is ${short(now)}`, now }
  return as === "branch"
    ? { status: "moved", text: `${what} moved from ${short(commit)} to ${short(now)}`, now }
    : {
        status: "re-pointed",
        text: `${what} was re-pointed: it was ${short(commit)} when it was installed, and is ${short(now)} now`,
        now
      }
}

/** Compares a ref with what its repository has now. git takes a branch before a tag of its name. */
const standingOf = (asked: Asked, { branches, head, tags }: git.RemoteRefs): Standing => {
  const { commit = "", ref, refType } = asked
  if (ref === undefined) return found(asked, head, "branch")
  if (git.isCommit(ref)) return { status: "current", text: `it is pinned to the commit ${short(ref)}` }
  const branch = branches.get(ref)
  if (refType === "tag" && branch !== undefined) {
    const text = `the tag ${ref} was re-pointed: it was ${short(commit)} when it was installed, and a branch of its name takes its place now`
    return { status: "re-pointed", text, now: branch }
  }
  const isTag = refType === "tag" || (refType === undefined && branch === undefined && tags.has(ref))
  return isTag ? found(asked, tags.get(ref), "tag") : found(asked, branch, "branch")
}

/** The repositories that a plugin comes from: that of its marketplace, and that of its files. */
const askedOf = ({ commit, listed, origin, refType, source }: InstalledPlugin): ReadonlyArray<Asked> => {
  const own = { url: source.git ?? "", ref: source.ref }
  const first = origin === undefined ? { ...own, commit, refType } : { ...own, commit: listed, refType: undefined }
  return [
    ...(source.git === undefined ? [] : [first]),
    ...(origin === undefined ? [] : [{ url: origin.git, ref: origin.ref, commit, refType }])
  ]
}

/** The most time that one repository may take to answer. */
const limitMillis = 30_000

type Answers = ReadonlyMap<string, Result.Result<git.RemoteRefs, InstallProblem>>

/** Asks each repository once. */
const ask = Effect.fnUntraced(function* (asked: ReadonlyArray<Asked>): Effect.fn.Return<Answers, never, Scope.Scope> {
  const from = yield* PluginFetch.temporary
  const byUrl = Map.groupBy(asked, ({ url }) => url)
  const answers = yield* Effect.forEach(
    byUrl,
    ([url, all]) => {
      const refs = new Set(all.flatMap(({ ref }) => (ref === undefined || git.isCommit(ref) ? [] : [ref])))
      const answer = Effect.flatMap(Effect.fromResult(address(url, true)), (checked) =>
        git.remoteRefs(checked, [...refs], { from, limitMillis })
      )
      return Effect.map(Effect.result(answer), (result) => [url, result] as const)
    },
    { concurrency: 4 }
  )
  return new Map(answers)
})

const answered = (answers: Answers, asked: Asked): Standing => {
  const answer = answers.get(asked.url)
  if (answer === undefined) return { status: "unreachable", text: `${asked.url} was not asked` }
  return Result.isSuccess(answer)
    ? standingOf(asked, answer.success)
    : { status: "unreachable", text: answer.failure.message.replace(/\.$/, "") }
}

/** Compares the files of a folder with those that were installed. */
const inFolder = (plugin: InstalledPlugin, project: string): Effect.Effect<Standing> =>
  Effect.match(Effect.scoped(PluginFetch.again(plugin.source, project)), {
    onSuccess: ({ files }): Standing => {
      const now = files.map(fileOf)
      if (digestOf(now) === plugin.digest) return { status: "current", text: "its folder has the same files" }
      const changes = InstalledChanges.tell(InstalledChanges.between(plugin.files, now))
      return { status: "moved", text: `its folder has other files (${changes})` }
    },
    onFailure: ({ message, why }): Standing => ({
      status: why === "fetch" ? "unreachable" : "gone",
      text: message.replace(/\.$/, "")
    })
  })

const worst = (all: ReadonlyArray<Standing>): Standing =>
  all.toSorted((one, other) => bySeverity.indexOf(other.status) - bySeverity.indexOf(one.status))[0] ?? {
    status: "gone",
    text: "the list names no source of it"
  }

/**
 * Asks the sources of plugins what they have now. Nothing is fetched but from folders, and nothing is written.
 *
 * @category getters
 * @since 0.1.0
 */
export const standings = Effect.fnUntraced(function* (
  plugins: ReadonlyArray<InstalledPlugin>,
  project: string
): Effect.fn.Return<ReadonlyMap<string, Standing>> {
  const answers = yield* Effect.scoped(ask(plugins.flatMap(askedOf)))
  const all = yield* Effect.forEach(plugins, (plugin) => {
    const remote = askedOf(plugin).map((asked) => answered(answers, asked))
    const local = plugin.source.folder === undefined ? [] : [inFolder(plugin, project)]
    return Effect.map(Effect.all(local), (own) => [plugin.name, worst([...remote, ...own])] as const)
  })
  return new Map(all)
})

/** Checks for a ref that must not move: it is neither a branch nor a commit, as far as the list knows. */
const isFixed = ({ ref, refType }: Asked): boolean => ref !== undefined && refType !== "branch" && !git.isCommit(ref)

/**
 * Asks only for tags, which must not move: what became of those that are not what they were.
 *
 * @category getters
 * @since 0.1.0
 */
export const movedTags = Effect.fnUntraced(function* (
  plugins: ReadonlyArray<InstalledPlugin>
): Effect.fn.Return<ReadonlyMap<string, Standing>> {
  const fixed = plugins.map((plugin) => [plugin.name, askedOf(plugin).filter(isFixed)] as const)
  const answers = yield* Effect.scoped(ask(fixed.flatMap(([, asked]) => asked)))
  return new Map(
    fixed.flatMap(([name, asked]) => {
      const standing = asked.length === 0 ? undefined : worst(asked.map((one) => answered(answers, one)))
      const isTold = standing !== undefined && standing.status !== "current" && standing.status !== "moved"
      return isTold ? [[name, standing] as const] : []
    })
  )
})
