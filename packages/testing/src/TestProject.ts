/**
 * A project on disk, created from a literal and deleted when its scope closes. Its user trusts it, because a test of a
 * hook is about what the hook does, unless the test states otherwise.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/**
 * A file's text, or its data as JSON, or an executable text.
 *
 * @category models
 * @since 0.1.0
 */
export type Content = string | { readonly json: unknown } | { readonly script: string }

/**
 * Files by their paths. Those that begin with `~/` are in the user's home, all others in the project.
 *
 * @category models
 * @since 0.1.0
 */
export type Files = Readonly<Record<string, Content>>

/**
 * Options for a project.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** False for a project that its user has not trusted: its hooks run confined, and only what tightens counts. */
  readonly trusted?: boolean
}

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
 * The file of the user's settings, which trust the project.
 *
 * @category constants
 * @since 0.1.0
 */
export const settingsFile = "~/.hookline/settings.json"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Adds to the settings of a user that they trust a project, and all projects in it. Settings that state whom they trust,
 * and broken ones, are kept.
 *
 * @example
 * ```ts
 * import * as TestProject from "@hookline/testing/TestProject"
 *
 * const settings = TestProject.trusting("/project", { json: { failure_policy: "closed" } })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const trusting = (project: string, settings?: Content): Content => {
  const trust = { paths: [`${project}/**`] }
  if (settings === undefined) return { json: { trust } }
  if (typeof settings === "string") {
    // All other bytes are those of the test, because it may be about them.
    const [start] = /^\s*\{/.exec(settings) ?? []
    if (start === undefined || settings.includes('"trust"')) return settings
    const rest = settings.slice(start.length)
    return `${start}"trust": ${JSON.stringify(trust)}${/^\s*\}/.test(rest) ? "" : ", "}${rest}`
  }
  if (!("json" in settings) || !isRecord(settings.json)) return settings
  const own = settings.json["trust"]
  return { json: { ...settings.json, trust: isRecord(own) ? { ...trust, ...own } : (own ?? trust) } }
}

/** Lets the owner into all folders below: one that is locked can't be removed with what is in it. */
const unlock = (folder: string): void => {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) unlock(join(folder, entry.name))
}

const remove = (folder: string): void => {
  if (existsSync(folder)) unlock(folder)
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Creates the project and its user's home, whose settings trust the project.
 *
 * @example
 * ```ts
 * import * as TestProject from "@hookline/testing/TestProject"
 * import * as Effect from "effect/Effect"
 *
 * const folder = Effect.scoped(
 *   Effect.map(
 *     TestProject.make({ "guard.sh": { script: "#!/bin/sh\nexit 2\n" }, "~/.claude/settings.json": { json: {} } }),
 *     ({ project }) => project
 *   )
 * )
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (files: Files, { trusted = true }: Options = {}): Effect.Effect<Project, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-test-")))
      const folders = {
        project: join(root, "project"),
        home: join(root, "home"),
        config: join(root, "home", ".config")
      }
      for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
      const all = trusted ? { ...files, [settingsFile]: trusting(folders.project, files[settingsFile]) } : files
      for (const [path, content] of Object.entries(all)) {
        write(path.startsWith("~/") ? join(folders.home, path.slice(2)) : join(folders.project, path), content)
      }
      return { root, folders }
    }),
    ({ root }) => Effect.sync(() => remove(root))
  ).pipe(Effect.map(({ folders }) => folders))

/**
 * A project that several tests share.
 *
 * @example
 * ```ts
 * import * as TestProject from "@hookline/testing/TestProject"
 * import * as Effect from "effect/Effect"
 *
 * const folder = Effect.map(TestProject.Shared, ({ project }) => project)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Shared extends Context.Service<Shared, Project>()("@hookline/testing/TestProject/Shared") {}

/**
 * Creates a project that several tests share.
 *
 * @example
 * ```ts
 * import { layer } from "@effect/vitest"
 * import * as TestProject from "@hookline/testing/TestProject"
 *
 * layer(TestProject.shared({ "README.md": "A project" }))("tests that share a project", (it) => {
 *   it.effect("have it", () => TestProject.Shared)
 * })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const shared = (files: Files): Layer.Layer<Shared> => Layer.effect(Shared, make(files))
