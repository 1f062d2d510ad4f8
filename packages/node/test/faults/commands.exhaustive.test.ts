import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { FaultTest } from "@hookline/testing"
import { commands, homeless } from "./commands.ts"

FaultTest.suite("a cold command", { runners: () => ProcessCommandRunner.layerCold, faults: commands })
FaultTest.suite("a warm command", { runners: () => ProcessCommandRunner.layerWarm, faults: commands, isWarm: true })
FaultTest.suite("a cold command in no folder", { runners: () => ProcessCommandRunner.layerCold, faults: homeless })
FaultTest.suite("a warm command in no folder", { runners: () => ProcessCommandRunner.layerWarm, faults: homeless })
