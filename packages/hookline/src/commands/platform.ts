/**
 * The services of this machine that the parser of command lines needs. Files are read and processes started by our own means, which load
 * less, so that these services fail here.
 */
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"

export const layer = Layer.mergeAll(
  NodePath.layer,
  NodeStdio.layer,
  NodeTerminal.layer,
  FileSystem.layerNoop({}),
  Layer.succeed(ChildProcessSpawner.ChildProcessSpawner)(
    ChildProcessSpawner.make(() => Effect.die("no command starts processes by this"))
  )
)
