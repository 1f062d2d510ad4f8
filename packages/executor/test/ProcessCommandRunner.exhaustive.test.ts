import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { RunnerTest } from "@hookline/testing"

RunnerTest.suite("the warm layer", ProcessCommandRunner.layerWarm)
RunnerTest.suite("the cold layer", ProcessCommandRunner.layerCold, "bash")
