import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { Hookline } from "hookline"

// Runs each command in a process of its own, where the default uses shells that already wait.
export const hooks = Hookline.layer({ project: ".", provide: [ProcessCommandRunner.layerCold] })
