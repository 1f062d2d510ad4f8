/** What runs hooks in a process that answers once: everything by itself, since nobody is there to use what would wait. */
import { Executor } from "@hookline/core/Executor"
import * as HttpRunner from "@hookline/executor/HttpRunner"
import * as ModuleRunner from "@hookline/executor/ModuleRunner"
import * as ProcessRunner from "@hookline/executor/ProcessRunner"
import * as PythonRunner from "@hookline/executor/PythonRunner"
import * as Layer from "effect/Layer"

export const layer = Executor.layerWith(
  Layer.mergeAll(
    ProcessRunner.layerWith({ warm: false, letGo: true }),
    PythonRunner.layer,
    HttpRunner.layer,
    ModuleRunner.layer
  )
)
