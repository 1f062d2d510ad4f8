/** Repositories, fetched by git: nothing of them is run, and nothing is asked. */
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { InstallProblem } from "./InstallProblem.ts"
import { withoutSecret } from "./PluginSource.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

/** What is fetched, and where it goes. */
export interface Wanted {
  readonly url: string
  /** A branch, a tag, or a whole commit. */
  readonly ref?: string
  /** A folder that is there, and empty. */
  readonly into: string
  readonly limitMillis: number
}

/** A whole commit's name: no branch is fetched by it. */
const isCommit = (ref: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref)

// Neither programs of a template nor of the repository run, no transport is a program, and submodules stay away.
const settings = [
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
const git = (words: ReadonlyArray<string>, cwd: string): Effect.Effect<string, string> =>
  Effect.callback<string, string>((resume) => {
    const child = spawn("git", [...settings, ...words], {
      cwd,
      env: environment(),
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

/** What git said, without its progress. */
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

/** Fetches the newest state of a repository, or a ref of it, without its history. Gives the commit. */
export const fetch = ({ into, limitMillis, ref, url }: Wanted): Effect.Effect<string, InstallProblem> => {
  const problem = (text: string) =>
    new InstallProblem({ why: "fetch", text: `${onOneLine(withoutSecret(url))} could not be fetched: ${text}.` })
  if (ref !== undefined && (ref.startsWith("-") || !/^[\w./@+-]+$/.test(ref) || ref.includes(".."))) {
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
  return (ref !== undefined && isCommit(ref) ? byCommit(ref) : cloned).pipe(
    Effect.andThen(git(["rev-parse", "HEAD"], into)),
    Effect.timeoutOrElse({
      duration: limitMillis,
      orElse: () => Effect.fail(`it took longer than ${Math.ceil(limitMillis / 1000)} s`)
    }),
    Effect.mapError((said) => problem(reasonIn(said).replace(/\.$/, "")))
  )
}

/** Whether git would take a file into a repository: nothing where the folder is in none. */
export const isIgnored = (file: string, folder: string): Effect.Effect<boolean | undefined> =>
  git(["check-ignore", "--", file], folder).pipe(
    Effect.map(() => true),
    // It says why where it can't tell, and nothing where the file is not ignored.
    Effect.catch((said) => Effect.succeed(said === "" ? false : undefined)),
    Effect.timeoutOrElse({ duration: 5000, orElse: () => Effect.succeed(undefined) })
  )
