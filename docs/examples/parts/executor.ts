import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"

// The layer of CommandRunner: in shells that wait, or each in a process of its own.
export const runners = [ProcessCommandRunner.layer, ProcessCommandRunner.layerCold]
