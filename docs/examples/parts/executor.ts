import * as ProcessRunner from "@hookline/executor/ProcessRunner"

// The layer of CommandRunner: in shells that wait, or each in a process of its own.
export const runners = [ProcessRunner.layer, ProcessRunner.layerCold]
