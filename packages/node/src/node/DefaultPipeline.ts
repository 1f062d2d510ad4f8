/**
 * The pipeline as this machine has it: all dialects, files on the disk, and all runners that need nothing else.
 *
 * @since 0.1.0
 */
import type { Pipeline } from "@hookline/core/Pipeline"
import type { SessionState } from "@hookline/core/SessionState"
import type { Skills } from "@hookline/skills/Skills"
import type * as Layer from "effect/Layer"
import * as NodeExecutor from "./NodeExecutor.ts"
import * as NodePipeline from "./NodePipeline.ts"

/**
 * What a pipeline is made of. What runs hooks is all that this machine can run, unless it is given.
 *
 * @category models
 * @since 0.1.0
 */
export type Options = Omit<NodePipeline.Options, "executor"> & Partial<Pick<NodePipeline.Options, "executor">>

/**
 * The hooks of a project on this machine, its skills, and the state of its sessions. Policies are layers that are
 * provided to it.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = ({
  executor = NodeExecutor.layer,
  ...options
}: Options): Layer.Layer<Pipeline | Skills | SessionState> => NodePipeline.layer({ ...options, executor })
