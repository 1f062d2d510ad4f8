import * as ProcessRunner from "@hookline/executor/ProcessRunner"
import { FaultTest } from "@hookline/testing"
import { commands, homeless } from "./commands.ts"

FaultTest.suite("a cold command", { runners: () => ProcessRunner.layerCold, faults: commands })
FaultTest.suite("a warm command", { runners: () => ProcessRunner.layerWarm, faults: commands, isWarm: true })
FaultTest.suite("a cold command in no folder", { runners: () => ProcessRunner.layerCold, faults: homeless })
FaultTest.suite("a warm command in no folder", { runners: () => ProcessRunner.layerWarm, faults: homeless })
