/** The source of a migration: the files of one of our dialects, or of another agent. */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { finderOf, type Scope } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import path from "node:path"
import { agents } from "../../manage/migrate/foreign/agents.ts"
import { read as readFile, sideOf } from "../../manage/migrate/foreign/hooks.ts"
import type { Agent, Place } from "../../manage/migrate/foreign/Agent.ts"
import type { Beforehand, From } from "../../manage/migrate/Migration.ts"
import { Problem } from "../Problem.ts"
import { placed, still, withPipeline } from "../context.ts"

export interface Source {
  readonly side: From
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  readonly beforehand?: Beforehand
  /** The number of hooks of other scopes that were left alone, by their scopes. */
  readonly elsewhere: ReadonlyMap<string, number>
  readonly files: ReadonlyArray<string>
}

/** The dialects that have files of hooks. */
const withFiles = Dialects.all.filter(({ files }) => files.length > 0)

export const names: ReadonlyArray<string> = [...new Set([...withFiles, ...agents].map(({ name }) => name))]

/** The hooks of a dialect in a scope, as the project's settings have them. */
const ofDialect = Effect.fnUntraced(function* (
  side: Dialect,
  scope: Scope,
  folders: Project
): Effect.fn.Return<Source> {
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) =>
    Effect.flatMap(pipeline.catalog(), placed)
  )
  const { name } = side
  // The hooks of a skill are beside its text, and stay with it.
  const own = catalog.hooks.filter(({ source }) => finderOf(source) === name && source.skill === undefined)
  const files = catalog.files.filter((file) => finderOf(file) === name && file.skill === undefined)
  const scopes = new Map(files.map((file) => [file.file, file.scope]))
  const ofOthers = new Set(catalog.files.filter((file) => finderOf(file) !== name).map(({ file }) => file))
  const isOwn = ({ dialect, file }: Diagnostic): boolean =>
    scopes.has(file) || (dialect === name && !ofOthers.has(file))
  const elsewhere = Map.groupBy(
    own.filter(({ source }) => source.scope !== scope),
    ({ source }) => source.scope
  )
  return {
    side,
    hooks: own.filter(({ source }) => source.scope === scope),
    diagnostics: catalog.diagnostics.filter((found) => isOwn(found) && (scopes.get(found.file) ?? scope) === scope),
    elsewhere: new Map([...elsewhere].map(([each, hooks]) => [each, hooks.length])),
    files: files.filter((file) => file.scope === scope).map(({ file }) => file)
  }
})

const blocked = (file: string, why: string): Problem =>
  new Problem({ message: `${file} can't be read (${why}); nothing was migrated.` })

/** The files at a place, those of a folder by their names. */
const filesAt = Effect.fnUntraced(function* ({ base, isFolder = false, path: name }: Place, folders: Project) {
  const at = path.join(folders[base], name)
  if (!isFolder) return [at]
  const files = yield* ConfigFiles
  const entries = yield* Effect.mapError(files.entries(at), ({ why }) => blocked(at, why))
  return entries.filter((entry) => entry.name.endsWith(".json")).map((entry) => path.join(at, entry.name))
})

/** The hooks of an agent whose files are only read. */
const ofAgent = Effect.fnUntraced(function* (
  agent: Agent,
  to: Dialect,
  scope: Scope,
  folders: Project
): Effect.fn.Return<Source, Problem, ConfigFiles> {
  const files = yield* ConfigFiles
  const places = agent.places.filter((place) => place.scope === scope)
  const all = (yield* Effect.forEach(places, (place) => filesAt(place, folders))).flat()
  const texts = yield* Effect.forEach(all, (file) =>
    Effect.mapBoth(files.read(file), {
      onSuccess: (text) => ({ file, text }),
      onFailure: ({ why }) => blocked(file, why)
    })
  )
  const there = texts.flatMap(({ file, text }) => (text === undefined ? [] : [{ file, text }]))
  const found = yield* Effect.forEach(there, ({ file, text }) =>
    readFile(agent, { dialect: agent.name, scope, file, folder: path.dirname(file) }, text)
  )
  return {
    side: sideOf(agent, to),
    hooks: found.flatMap(({ hooks }) => hooks),
    diagnostics: [],
    beforehand: {
      unsupported: found.flatMap(({ unsupported }) => unsupported),
      changed: new Map(found.flatMap(({ changed }) => [...changed])),
      notes: agent.notes
    },
    elsewhere: new Map(),
    files: there.map(({ file }) => file)
  }
})

/** The hooks of a name in a scope. */
export const read = (name: string, to: Dialect, scope: Scope, folders: Project): Effect.Effect<Source, Problem> => {
  // What an agent's files mean here is more than what they hold, where it has one tool for several.
  const agent = agents.find((each) => each.name === name)
  const dialect = withFiles.find((each) => each.name === name)
  if (agent === undefined && dialect !== undefined) return ofDialect(dialect, scope, folders)
  return agent === undefined
    ? Effect.fail(
        new Problem({ message: `"${name}" is no agent whose files can be read: name one of ${names.join(", ")}.` })
      )
    : Effect.provide(ofAgent(agent, to, scope, folders), still)
}
