/**
 * The files to which a session's hooks write `export NAME=value`, so that later hooks and the host get the variable: one
 * for the user's hooks, and one for the project's, which the user's hooks don't get. They are parsed as a shell reads
 * assignments, and nothing in them is executed.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { HookDialects } from "@hookline/core/HookDialects"
import { type Exporting, type Exports, nothing, SessionEnv } from "@hookline/core/SessionEnv"
import { seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { SessionKey } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import path from "node:path"
import { reserved, whyNotExported } from "./HookEnv.ts"
import { append } from "./internal/env/append.ts"
import type { Environment } from "./internal/env/exported.ts"
import { type FolderOf, makeExportFiles } from "./internal/env/exportFiles.ts"
import { caution, makeReceivers } from "./internal/env/receivers.ts"

/** The result of `refresh` if no session has exports. */
const unchanged: Effect.Effect<ReadonlyArray<string>> = Effect.succeed([])

const make = (env: Environment, reserved: ReadonlySet<string>, folderOf: FolderOf) => {
  const users = makeExportFiles(
    { env, reserved, whyNot: () => () => undefined, caution: () => undefined },
    "env",
    folderOf
  )
  const projects = makeExportFiles({ env, reserved, whyNot: whyNotExported, caution }, "env-project", folderOf)
  const received = makeReceivers()
  const service: Exporting = {
    isKept: true,
    file: (session, exporter, rule) =>
      Effect.sync(() =>
        exporter === "user"
          ? users.file(session, rule, nothing)
          : projects.file(session, rule, users.exports(session, rule, nothing))
      ),
    exports: (session, receiver, rule) => {
      const own = users.exports(session, rule, nothing)
      return receiver === "user" ? own : received(receiver, own, projects.exports(session, rule, own))
    },
    refresh: (session, rule) => {
      // Most sessions export nothing.
      if (users.isEmpty() && projects.isEmpty()) return unchanged
      return Effect.sync(() => {
        const problems = users.refresh(session, rule, nothing)
        return [...problems, ...projects.refresh(session, rule, users.exports(session, rule, nothing))]
      })
    },
    end: (session) =>
      Effect.sync(() => {
        users.end(session)
        projects.end(session)
      })
  }
  const close = () => {
    users.close()
    projects.close()
  }
  return { service, close }
}

const layerOf = (env: Environment, folderOf: FolderOf): Layer.Layer<SessionEnv, never, HookDialects | ThisProject> =>
  Layer.effect(
    SessionEnv,
    Effect.gen(function* () {
      const names = reserved(yield* HookDialects)
      const { service } = yield* Effect.acquireRelease(
        Effect.sync(() => make(env, names, folderOf)),
        ({ close }) => Effect.sync(close)
      )
      return seal(service)
    })
  )

/**
 * Keeps exports in files in a folder that only its owner can open, for hosts that live as long as their sessions.
 * References in a line are resolved with `env`, by default the environment of this process.
 *
 * @example
 * ```ts
 * import * as EnvFile from "@hookline/executor/EnvFile"
 *
 * const layer = EnvFile.layerWith({ HOME: "/home/me" })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (env: Environment): Layer.Layer<SessionEnv, never, HookDialects | ThisProject> =>
  layerOf(env, () => undefined)

/**
 * Like `layerWith`, but with the environment of this process.
 *
 * @example
 * ```ts
 * import * as EnvFile from "@hookline/executor/EnvFile"
 *
 * const provide = [EnvFile.layer]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<SessionEnv, never, HookDialects | ThisProject> = Layer.suspend(() =>
  layerWith({ ...process.env })
)

/**
 * Keeps a file in each session's own folder, for hosts that start a process for every event: exports of one process are
 * visible to the next. A session without a folder lasts as long as the process.
 *
 * **Details**
 *
 * The folder and the file are created when a hook may first export. A process reports only lines with problems that
 * were written while it ran.
 *
 * @example
 * ```ts
 * import * as EnvFile from "@hookline/executor/EnvFile"
 *
 * const layer = EnvFile.layerAt(({ session }) => (session === undefined ? undefined : `/var/sessions/${session}`))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerAt = (
  folderOf: (session: SessionKey) => string | undefined,
  env?: Readonly<Record<string, string | undefined>>
): Layer.Layer<SessionEnv, never, HookDialects | ThisProject> =>
  Layer.suspend(() => layerOf(env ?? { ...process.env }, folderOf))

/**
 * Returns the file for exports that Hookline's own host provides, by the variables of dialects that have one.
 *
 * @category getters
 * @since 0.1.0
 */
export const hostFile = (
  dialects: ReadonlyArray<Pick<Dialect, "envFileVariable">>,
  env: Readonly<Record<string, string | undefined>> = process.env
): string | undefined =>
  dialects
    .map(({ envFileVariable: name }) => (name === undefined ? undefined : env[name]))
    .find((file) => file !== undefined && path.isAbsolute(file))

/**
 * Appends new exports to a host's own file, so that a shell that reads the file has the same values. Existing content
 * is kept, and a link is not followed. Returns the problems.
 *
 * @category writing
 * @since 0.1.0
 */
export const appendTo = (file: string, before: Exports, after: Exports): Effect.Effect<ReadonlyArray<string>> =>
  Effect.sync(() => append(file, before, after))
