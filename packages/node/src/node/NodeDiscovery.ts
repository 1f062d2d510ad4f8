/**
 * Discovery on this machine: all dialects, and files on the disk.
 *
 * @since 0.1.0
 */
import type { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import * as ProjectFolder from "@hookline/core/kit/discover/ProjectFolder"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { memory } from "@hookline/core/kit/session/memory"
import { seal } from "@hookline/core/kit/policy/sealed"
import { SessionState } from "@hookline/core/SessionState"
import * as Dialects from "@hookline/dialects/Dialects"
import { machineValues, misnamedFolders, namedFolders } from "@hookline/dialects/kit/settingsPaths"
import * as SkillDiscoverer from "@hookline/skills/SkillDiscoverer"
import { SkillIndex } from "@hookline/skills/kit/internal/SkillIndex"
import { fromWorkingFolder, workingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as path from "node:path"
import * as ConfigFilesNode from "./ConfigFilesNode.ts"
import { configHome, homeOf } from "./xdg.ts"

/**
 * Finds the hooks of every dialect, and those of skills, in these files. The state of sessions decides which skills are
 * open.
 *
 * @example
 * ```ts
 * import { ConfigFiles } from "@hookline/core/ConfigFiles"
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 *
 * const discovery = NodeDiscovery.layerOver(ConfigFiles.layerMemory({}))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOver = (
  files: Layer.Layer<ConfigFiles>
): Layer.Layer<Discoverer | SkillIndex | ConfigFiles | HookDialects, never, SessionState> =>
  // Each its own: others that are built together with it may have other files, and other sessions.
  Layer.fresh(SkillDiscoverer.layerNoDeps).pipe(
    Layer.provide(Layer.fresh(Discoverer.layerNoDeps)),
    Layer.provideMerge(Layer.fresh(SkillIndex.layer)),
    Layer.provideMerge(Layer.mergeAll(files, HookDialects.layer(Dialects.all)))
  )

/**
 * Like `layerOver`, but in the files of this machine.
 *
 * @example
 * ```ts
 * import { SessionState } from "@hookline/core/SessionState"
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 * import * as Layer from "effect/Layer"
 *
 * const discovery = Layer.provide(NodeDiscovery.layerNoDeps, SessionState.layerMemory)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoDeps: Layer.Layer<Discoverer | SkillIndex | ConfigFiles | HookDialects, never, SessionState> =
  layerOver(ConfigFilesNode.layer)

/**
 * Discovers hooks in these files where there are no sessions, and no skill is open.
 *
 * @example
 * ```ts
 * import { ConfigFiles } from "@hookline/core/ConfigFiles"
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 *
 * const discovery = NodeDiscovery.layerIn(ConfigFiles.layerMemory({}))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerIn = (
  files: Layer.Layer<ConfigFiles>
): Layer.Layer<Discoverer | SkillIndex | ConfigFiles | HookDialects> =>
  // No event is answered here, so that no project is composed.
  Layer.provide(
    layerOver(files),
    Layer.sync(SessionState)(() => seal(memory()))
  )

/**
 * Like `layerIn`, but in the files of this machine, for listings and checks.
 *
 * @example
 * ```ts
 * import { Discoverer } from "@hookline/core/Discoverer"
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 * import * as Effect from "effect/Effect"
 *
 * const catalog = Discoverer.use(({ discover }) => discover(NodeDiscovery.project("."))).pipe(
 *   Effect.provide(NodeDiscovery.layer)
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Discoverer | SkillIndex | ConfigFiles | HookDialects> = layerIn(ConfigFilesNode.layer)

/** Variables of an environment. */
type Variables = Readonly<Record<string, string | undefined>>

/**
 * Returns the folders of a project, and of the user who runs it.
 *
 * @example
 * ```ts
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 *
 * const { home, project } = NodeDiscovery.project(".")
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const project = (folder: string, env: Variables = process.env): Project => {
  const home = homeOf(env)
  const named = namedFolders(env)
  const misnamed = misnamedFolders(env)
  const machine = machineValues(env)
  return {
    project: fromWorkingFolder(folder),
    home,
    config: configHome({ ...env, HOME: home }),
    ...(Object.keys(named).length > 0 && { named }),
    ...(Object.keys(misnamed).length > 0 && { misnamed }),
    ...(Object.keys(machine).length > 0 && { machine }),
    system: process.platform
  }
}

/**
 * Finds the project of this process: the given one, the one that the host names by its variable, or the nearest folder from
 * here upwards that is marked as one. `host` is the dialect of the host; without one, no variable counts.
 *
 * @example
 * ```ts
 * import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
 * import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
 * import * as Effect from "effect/Effect"
 *
 * const project = Effect.provide(NodeDiscovery.here(), ConfigFilesNode.layerOnce)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const here = (
  said: {
    readonly project?: string
    readonly host?: Pick<Dialect, "projectVariable">
    readonly cwd?: string
  } = {},
  env: Variables = process.env
): Effect.Effect<Project, Inaccessible, ConfigFiles> => {
  const { cwd, host } = said
  const { folder, isRemoved } = cwd === undefined ? workingFolder() : { folder: cwd, isRemoved: false }
  const facts = {
    project: said.project === undefined ? undefined : path.resolve(folder, said.project),
    env,
    variable: host?.projectVariable,
    cwd: folder,
    isRemoved,
    home: homeOf(env)
  }
  return Effect.map(ProjectFolder.find(facts, Dialects.all), (found) => ({ ...project(found.folder, env), found }))
}
