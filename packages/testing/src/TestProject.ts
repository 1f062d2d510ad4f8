/**
 * A project on the disk, made of a literal, that is gone when its scope closes.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/SourceFiles"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/**
 * A file's text, or its data as JSON, or a text that may be run.
 *
 * @category models
 * @since 0.1.0
 */
export type Content = string | { readonly json: unknown } | { readonly script: string }

/**
 * Files by their paths. Those that begin with `~/` are in the person's home, all others in the project.
 *
 * @category models
 * @since 0.1.0
 */
export type Files = Readonly<Record<string, Content>>

const textOf = (content: Content): string => {
  if (typeof content === "string") return content
  return "json" in content ? JSON.stringify(content.json, undefined, 2) : content.script
}

const write = (path: string, content: Content): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, textOf(content))
  if (typeof content !== "string" && "script" in content) chmodSync(path, 0o755)
}

/**
 * Makes the project and its person's home.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (files: Files): Effect.Effect<Project, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-test-")))
      const folders = {
        project: join(root, "project"),
        home: join(root, "home"),
        config: join(root, "home", ".config")
      }
      for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
      for (const [path, content] of Object.entries(files)) {
        write(path.startsWith("~/") ? join(folders.home, path.slice(2)) : join(folders.project, path), content)
      }
      return { root, folders }
    }),
    ({ root }) => Effect.sync(() => rmSync(root, { recursive: true, force: true }))
  ).pipe(Effect.map(({ folders }) => folders))

/**
 * A project that several tests share.
 *
 * @category services
 * @since 0.1.0
 */
export class Shared extends Context.Service<Shared, Project>()("@hookline/testing/TestProject/Shared") {}

/**
 * Makes a project that several tests share.
 *
 * @category layers
 * @since 0.1.0
 */
export const shared = (files: Files): Layer.Layer<Shared> => Layer.effect(Shared, make(files))
