import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { FaultTest } from "@hookline/testing"
import { someOf } from "@hookline/testing/kit/internal/runsOf"
import { commands, homeless } from "./commands.ts"

FaultTest.suite("a cold command", { runners: () => ProcessCommandRunner.layerCold, faults: someOf(commands, 3) })
FaultTest.suite("a warm command", {
  runners: () => ProcessCommandRunner.layerWarm,
  faults: someOf(commands, 3, 1),
  isWarm: true
})
FaultTest.suite("a cold command in no folder", { runners: () => ProcessCommandRunner.layerCold, faults: homeless })
FaultTest.suite("a warm command in no folder", { runners: () => ProcessCommandRunner.layerWarm, faults: homeless })
