/**
 * Discovery as this machine has it: all dialects, files on the disk.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { HookDialects } from "@hookline/core/HookDialects"
import type { Project } from "@hookline/core/SourceFiles"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Layer from "effect/Layer"
import * as os from "node:os"
import * as path from "node:path"
import * as ConfigFilesNode from "./ConfigFilesNode.ts"

/**
 * Finds the hooks of every dialect that we know, with what it stands on.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Discoverer | ConfigFiles | HookDialects> = Discoverer.layerNoDeps.pipe(
  Layer.provideMerge(Layer.mergeAll(ConfigFilesNode.layer, HookDialects.layer(Dialects.all)))
)

/**
 * The folders of a project, and of the person who runs it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const project = (folder: string, env: NodeJS.ProcessEnv = process.env): Project => {
  const home = env["HOME"] ?? os.homedir()
  return { project: path.resolve(folder), home, config: env["XDG_CONFIG_HOME"] ?? path.join(home, ".config") }
}
