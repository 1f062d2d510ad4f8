/** Finds the hooks that are byte for byte as at a ref of git: what a reviewed branch has may be trusted in CI. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { execFile } from "node:child_process"
import { hash } from "node:crypto"
import path from "node:path"
import type { Reviewed } from "./Review.ts"

/** A ref that can't be read. */
export class RefProblem extends Schema.TaggedError<RefProblem>()("RefProblem", {
  ref: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.ref} can't be read: ${this.issue}`
  }
}

/** Runs git without its configuration of this repository's own programs. Nothing of it is a shell's. */
const git = (cwd: string, args: ReadonlyArray<string>): Effect.Effect<Buffer, string> =>
  Effect.callback((resume) => {
    const options = { cwd, encoding: "buffer" as const, maxBuffer: 64 * 1024 * 1024 }
    execFile(
      "git",
      ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", ...args],
      options,
      (error, out, err) =>
        resume(error === null ? Effect.succeed(out) : Effect.fail(err.toString("utf8").trim() || error.message))
    )
  })

/** Returns the SHA-256 of a file at a commit, or `undefined` if it does not exist there. */
const digestAt = (cwd: string, commit: string, file: string): Effect.Effect<string | undefined> =>
  Effect.match(git(cwd, ["cat-file", "blob", `${commit}:./${file}`]), {
    onSuccess: (bytes) => hash("sha256", bytes),
    onFailure: () => undefined
  })

const isSame = Effect.fnUntraced(function* (
  project: string,
  commit: string,
  { hook, seal }: Reviewed
): Effect.fn.Return<boolean> {
  const own = path.relative(project, hook.source.file)
  // A hook of another place than the project is in no commit of it.
  if (own.startsWith("..") || path.isAbsolute(own)) return false
  const files = Object.entries(seal.files).filter(([file]) => file !== own)
  for (const [file, { sha256: digest }] of files) {
    if (path.isAbsolute(file) || (yield* digestAt(project, commit, file)) !== digest.replace(/^sha256:/, ""))
      return false
  }
  return true
})

/**
 * Returns the hooks whose files, and the file that configures them, are the same at a ref. The ref is resolved once, and
 * objects are read from the repository, not from the work tree.
 */
export const unchangedSince = Effect.fnUntraced(function* (
  project: string,
  ref: string,
  hooks: ReadonlyArray<Reviewed>
): Effect.fn.Return<ReadonlyArray<Reviewed>, RefProblem> {
  const commit = yield* Effect.mapError(
    git(project, ["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`]),
    (issue) => new RefProblem({ ref, issue })
  )
  const name = commit.toString("utf8").trim()
  const { readFile } = yield* Effect.promise(() => import("node:fs/promises"))
  const configs = new Map<string, boolean>()
  for (const file of new Set(hooks.map(({ hook }) => hook.source.file))) {
    const now = yield* Effect.promise(() =>
      readFile(file)
        .then((bytes) => hash("sha256", bytes))
        .catch(() => undefined)
    )
    const then = yield* digestAt(project, name, path.relative(project, file))
    configs.set(file, now !== undefined && now === then)
  }
  return yield* Effect.filter(hooks, (reviewed) =>
    configs.get(reviewed.hook.source.file) === true ? isSame(project, name, reviewed) : Effect.succeed(false)
  )
})
