/**
 * Requirements of tests: rights and tools that a machine or its user may lack. A test without them is skipped, with the
 * reason.
 *
 * @since 0.1.0
 */
import { it, type TestContext } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { spawnSync } from "node:child_process"
import { tmpdir } from "node:os"

/**
 * A thing that a test needs: the reason why it is missing, or `undefined` where it is there.
 *
 * @category models
 * @since 0.1.0
 */
export type Requirement = () => string | undefined

/**
 * A function that declares a test, like `it.live`.
 *
 * @category models
 * @since 0.1.0
 */
export type Tester = <A, E>(name: string, test: () => Effect.Effect<A, E, Scope.Scope>) => void

const declare: (name: string, test: (context: TestContext) => void) => void = it

const skipping =
  (reason: string): Tester =>
  (name) =>
    declare(name, ({ skip }) => skip(reason))

const isRoot = process.getuid?.() === 0

/** Tries a command, and returns the reason why it fails. */
const failureOf = (program: string, args: ReadonlyArray<string>): string | undefined => {
  const { error, status, stderr } = spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] })
  if (error !== undefined) return `there is no ${program}`
  if (status === 0) return undefined
  return stderr.trim().replace(/\n[^]*/, "") || `${program} ends with ${status}`
}

const cached = (find: Requirement): Requirement => {
  let found: { readonly reason: string | undefined } | undefined
  return () => (found ??= { reason: find() }).reason
}

/**
 * Requires that file systems can be mounted, in a user namespace: `unshare -rm`, which needs no root where the system
 * permits it.
 *
 * @category requirements
 * @since 0.1.0
 */
export const mounts: Requirement = cached(() => {
  const failure = failureOf("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", tmpdir()])
  return failure === undefined ? undefined : `needs mounts in a user namespace: ${failure}`
})

/**
 * Requires bubblewrap, and a system that permits its sandboxes.
 *
 * @category requirements
 * @since 0.1.0
 */
export const sandboxes: Requirement = cached(() => {
  const failure = failureOf("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"])
  return failure === undefined ? undefined : `needs bubblewrap: ${failure}`
})

/**
 * Requires that a path can be given to another user, as `ownedByAnother` does.
 *
 * @category requirements
 * @since 0.1.0
 */
export const otherOwners: Requirement = cached(() => {
  if (!isRoot) return mounts()
  const failure = failureOf("sh", ["-c", 'at=$(mktemp) && chown 12345:12345 "$at"; is=$?; rm -f "$at"; exit $is'])
  return failure === undefined ? undefined : `needs files of another user: ${failure}`
})

/** The user and the group of `anotherUser`, of which no machine has accounts. */
const another = { uid: 54_321, gid: 54_322 } as const

/**
 * Requires processes of another user, as `anotherUser` starts them.
 *
 * @category requirements
 * @since 0.1.0
 */
export const otherUsers: Requirement = cached(() => {
  if (!isRoot) return "needs root: processes and files of other users"
  const { error, status } = spawnSync(process.execPath, ["-e", ""], another)
  return error === undefined && status === 0 ? undefined : "needs a Node that other users may run"
})

/**
 * Runs a script in Node as another user, whose id and group are given too, and returns what it prints.
 *
 * @category combinators
 * @since 0.1.0
 */
export const anotherUser = {
  ...another,
  run: (script: string, input: string): string =>
    spawnSync(process.execPath, ["-e", script], { ...another, cwd: "/", input, encoding: "utf8" }).stdout
} as const

/**
 * Returns the text of a shell that gives a path to another user and then runs its arguments. For root it changes the
 * owner. For other users a file or folder of root covers the path in a user namespace, in which root is another user.
 *
 * @category combinators
 * @since 0.1.0
 */
export const ownedByAnother = (path: string): string => {
  if (isRoot) return `chown 12345:12345 '${path}' && exec "$@"`
  return `exec unshare -rm sh -c 'at=$1; shift; [ -d "$at" ] && with=/etc || with=/etc/passwd; mount --bind "$with" "$at" && exec "$@"' sh '${path}' "$@"`
}

/**
 * Requires a user whom permissions restrict. Root may read and write what has the mode 000.
 *
 * @category requirements
 * @since 0.1.0
 */
export const restricted: Requirement = () =>
  isRoot ? "needs an ordinary user: root may read and write all files" : undefined

/**
 * The words before a command that permissions are to restrict: for root `setpriv`, which takes its capabilities away,
 * so that the command has the rights of an owner and no more. For other users there are none.
 *
 * @category combinators
 * @since 0.1.0
 */
export const restricting: ReadonlyArray<string> = isRoot ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []

/**
 * Requires that processes can be restricted by permissions, by `restricting`, and may still read this package.
 *
 * @category requirements
 * @since 0.1.0
 */
export const restrictedProcesses: Requirement = cached(() => {
  const [program, ...args] = restricting
  if (program === undefined) return undefined
  const failure = failureOf(program, [...args, "cat", import.meta.filename])
  return failure === undefined ? undefined : `needs an ordinary user, or root without its capabilities: ${failure}`
})

/**
 * Returns `it.live` for tests that need something. Where it is missing they are skipped, and the reason is reported.
 *
 * **Example** (A test that mounts a file system)
 *
 * ```ts
 * import { Requirement } from "@hookline/testing"
 * import * as Effect from "effect/Effect"
 *
 * Requirement.live(Requirement.mounts)("keeps what it had on a full disk", () => Effect.void)
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const live = (requirement: Requirement): Tester => {
  const reason = requirement()
  return reason === undefined ? it.live : skipping(reason)
}
