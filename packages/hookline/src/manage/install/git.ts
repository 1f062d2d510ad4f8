/** Repositories, fetched by git: nothing of them is run, and nothing is asked. */
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import * as path from "node:path"
import { InstallProblem } from "./InstallProblem.ts"
import type { RefType } from "./Installed.ts"
import { withoutSecret } from "./PluginSource.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

/** The source and the target of a fetch. */
export interface Wanted {
  readonly url: string
  /** A branch, a tag, or a whole commit. */
  readonly ref?: string
  /** A folder that is there, and empty. */
  readonly into: string
  readonly limitMillis: number
}

/** A commit that was fetched. */
export interface Commit {
  readonly commit: string
  /** The kind of the ref, if one was named. */
  readonly refType?: RefType
  /** The committer's time, in milliseconds. A committer can set any. */
  readonly committedAt: number
}

/** A whole commit's name: no branch is fetched by it. */
export const isCommit = (ref: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref)

// Neither programs of a template nor of the repository run, no transport is a program, and submodules stay away. No setting
// of the user changes a byte, so that a digest is the same on each machine.
const settings = [
  ["core.autocrlf", "false"],
  ["core.eol", "lf"],
  ["core.attributesFile", "/dev/null"],
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["submodule.recurse", "false"],
  ["protocol.allow", "never"],
  ["protocol.https.allow", "always"],
  ["protocol.ssh.allow", "always"],
  ["protocol.file.allow", "always"],
  ["advice.detachedHead", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"]
].flatMap(([name, value]) => ["-c", `${name}=${value}`])

/** The environment without what would point git at another repository: we may be called by one of its hooks. */
const environment = (): NodeJS.ProcessEnv => {
  const env: NodeJS.ProcessEnv = { ...process.env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" }
  for (const name of Object.keys(env)) {
    if (
      /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE|PREFIX|NAMESPACE|TEMPLATE_DIR|SHALLOW_FILE|CONFIG_PARAMETERS|ALLOW_PROTOCOL|QUARANTINE)/.test(
        name
      )
    ) {
      delete env[name]
    }
  }
  return env
}

/** Everything that a process has started, too. */
const end = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // It has ended by itself.
  }
}

/** Runs git by a list of words, which no shell reads. */
const git = (words: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}): Effect.Effect<string, string> =>
  Effect.callback<string, string>((resume) => {
    const child = spawn("git", [...settings, ...words], {
      cwd,
      env: { ...environment(), ...env },
      // A group of its own, away from the terminal: nothing can ask there, and all of it can be ended.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let [out, err] = ["", ""]
    child.stdout.on("data", (chunk: Buffer) => (out = (out + chunk.toString()).slice(-65_536)))
    child.stderr.on("data", (chunk: Buffer) => (err = (err + chunk.toString()).slice(-65_536)))
    child.once("error", (error) =>
      resume(Effect.fail("code" in error && error.code === "ENOENT" ? "git is not installed" : error.message))
    )
    child.once("close", (code) => resume(code === 0 ? Effect.succeed(out.trim()) : Effect.fail(err.trim())))
    return Effect.sync(() => end(child.pid))
  })

/** Returns the output of git without its progress. */
const reasonIn = (said: string): string => {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^(?:Cloning|warning:|hint:)/.test(line))
  return (
    onOneLine(
      lines
        .slice(0, 3)
        .join(" ")
        .replaceAll(/(https?:\/\/)[^/@\s]*@/gi, "$1")
    ) || "git failed"
  )
}

/** Checks for a word that git can only take for a branch, a tag or a commit. */
export const isRef = (ref: string): boolean => !ref.startsWith("-") && /^[\w./@+-]+$/.test(ref) && !ref.includes("..")

const problemWith = (url: string, what: string) => (text: string) =>
  new InstallProblem({ why: "fetch", text: `${onOneLine(withoutSecret(url))} could not be ${what}: ${text}.` })

const inTime = <A>(effect: Effect.Effect<A, string>, limitMillis: number): Effect.Effect<A, string> =>
  Effect.timeoutOrElse(effect, {
    duration: limitMillis,
    orElse: () => Effect.fail(`it took longer than ${Math.ceil(limitMillis / 1000)} s`)
  })

/** Returns the commit that a folder has, and the kind of its ref: a branch is checked out by its name, a tag is not. */
const commitIn = Effect.fnUntraced(function* (folder: string, ref: string | undefined) {
  const [seconds = "", commit = ""] = (yield* git(["rev-list", "-1", "--timestamp", "HEAD"], folder)).split(" ")
  const isBranch = yield* Effect.match(git(["symbolic-ref", "--quiet", "HEAD"], folder), {
    onSuccess: () => true,
    onFailure: () => false
  })
  const refType: RefType | undefined =
    ref === undefined ? undefined : isCommit(ref) ? "commit" : isBranch ? "branch" : "tag"
  return { commit, committedAt: Number(seconds) * 1000, ...(refType !== undefined && { refType }) }
})

/** Fetches the newest state of a repository, or a ref of it, without its history. Returns the commit. */
export const fetch = ({ into, limitMillis, ref, url }: Wanted): Effect.Effect<Commit, InstallProblem> => {
  const problem = problemWith(url, "fetched")
  if (ref !== undefined && !isRef(ref)) {
    return Effect.fail(problem(`${JSON.stringify(ref)} is no name of a branch, a tag or a commit`))
  }
  const cloned = git(
    [
      "clone",
      "--quiet",
      "--depth",
      "1",
      "--single-branch",
      "--no-recurse-submodules",
      "--template=",
      ...(ref === undefined ? [] : ["--branch", ref]),
      "--",
      url,
      into
    ],
    into
  )
  const byCommit = (commit: string) =>
    git(["init", "--quiet", "--template="], into).pipe(
      Effect.andThen(git(["fetch", "--quiet", "--depth", "1", "--no-recurse-submodules", "--", url, commit], into)),
      Effect.andThen(git(["checkout", "--quiet", "FETCH_HEAD"], into))
    )
  const fetched = Effect.andThen(ref !== undefined && isCommit(ref) ? byCommit(ref) : cloned, commitIn(into, ref))
  return Effect.mapError(inTime(fetched, limitMillis), (said) => problem(reasonIn(said).replace(/\.$/, "")))
}

/** The commits that a repository has now under these names: of its head, of branches and of tags. */
export interface RemoteRefs {
  readonly head: string | undefined
  readonly branches: ReadonlyMap<string, string>
  readonly tags: ReadonlyMap<string, string>
}

const refsIn = (text: string): RemoteRefs => {
  const lines = text.split("\n").map((line): readonly [string, string] => {
    const [commit = "", name = ""] = line.split("\t")
    return [name, commit]
  })
  const under = (prefix: string) =>
    lines.flatMap(([name, commit]): ReadonlyArray<readonly [string, string]> =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), commit]] : []
    )
  const tags = under("refs/tags/")
  const peeled = tags
    .filter(([name]) => name.endsWith("^{}"))
    .map(([name, commit]) => [name.slice(0, -3), commit] as const)
  return {
    head: lines.find(([name]) => name === "HEAD")?.[1],
    branches: new Map(under("refs/heads/")),
    // A tag with a message is an object of its own, behind which its commit is.
    tags: new Map([...tags, ...peeled])
  }
}

/**
 * Asks a repository for its head and for what it has under these names. `from` is an empty folder, so that no settings of a
 * repository around it count.
 */
export const remoteRefs = (
  url: string,
  refs: ReadonlyArray<string>,
  { from, limitMillis }: { readonly from: string; readonly limitMillis: number }
): Effect.Effect<RemoteRefs, InstallProblem> => {
  const problem = problemWith(url, "asked")
  const odd = refs.find((ref) => !isRef(ref))
  if (odd !== undefined) {
    return Effect.fail(problem(`${JSON.stringify(odd)} is no name of a branch, a tag or a commit`))
  }
  const names = refs.flatMap((ref) => [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`])
  const words = ["ls-remote", "--quiet", "--", url, "HEAD", ...names]
  const asked = inTime(git(words, from, { GIT_CEILING_DIRECTORIES: path.dirname(from) }), limitMillis)
  return Effect.mapBoth(asked, { onSuccess: refsIn, onFailure: (said) => problem(reasonIn(said).replace(/\.$/, "")) })
}

/** Checks whether git would add a file to its repository; `undefined` if the folder is in none. */
export const isIgnored = (file: string, folder: string): Effect.Effect<boolean | undefined> =>
  git(["check-ignore", "--", file], folder).pipe(
    Effect.map(() => true),
    // It prints an error if it fails, and nothing if the file is not ignored.
    Effect.catch((said) => Effect.succeed(said === "" ? false : undefined)),
    Effect.timeoutOrElse({ duration: 5000, orElse: () => Effect.succeed(undefined) })
  )
