/** The files of the playground: the one that was pasted, and the scripts that it names, which count as present. */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The folders of the playground's project. */
export const project: Project = { project: "/project", home: "/home/you", config: "/home/you/.config" }

/** Provides one file of the project. No script can be seen here, so that none is reported as missing. */
export const layer = (path: string, text: string): Layer.Layer<ConfigFiles> =>
  Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (memory) => ConfigFiles.of({ ...memory, status: () => Effect.succeed("executable") }))
  ).pipe(Layer.provide(ConfigFiles.layerMemory({ [`${project.project}/${path}`]: text })))
