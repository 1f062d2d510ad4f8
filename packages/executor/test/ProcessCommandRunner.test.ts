// Each layer beside one shell; ProcessCommandRunner.exhaustive.test.ts has the other pairs.
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { RunnerTest } from "@hookline/testing"

RunnerTest.suite("the cold layer", ProcessCommandRunner.layerCold)
RunnerTest.suite("the warm layer", ProcessCommandRunner.layerWarm, "bash")
