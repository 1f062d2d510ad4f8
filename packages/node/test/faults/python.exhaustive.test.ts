import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import { FaultTest } from "@hookline/testing"
import { someOf } from "@hookline/testing/kit/internal/runsOf"
import { python, withoutPython } from "./python.ts"

// Each fault is many processes of Python.
const faults = someOf(python, 5)

FaultTest.suite("Python", { runners: () => ProcessPythonRunner.layer, faults })
FaultTest.suite("Python that is not there", {
  runners: () => ProcessPythonRunner.layerWith({ python: "no-such-python" }),
  faults: someOf(withoutPython, 3)
})
