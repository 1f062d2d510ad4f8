import * as ProcessRunner from "@hookline/executor/ProcessRunner"
import { RunnerTest } from "@hookline/testing"

RunnerTest.suite("the cold layer", ProcessRunner.layerCold)
RunnerTest.suite("the warm layer", ProcessRunner.layerWarm)
RunnerTest.suite("the cold layer", ProcessRunner.layerCold, "bash")
RunnerTest.suite("the warm layer", ProcessRunner.layerWarm, "bash")
