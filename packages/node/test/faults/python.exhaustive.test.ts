import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import { FaultTest } from "@hookline/testing"
import { python, withoutPython } from "./python.ts"

FaultTest.suite("Python", { runners: () => ProcessPythonRunner.layer, faults: python })
FaultTest.suite("Python that is not there", {
  runners: () => ProcessPythonRunner.layerWith({ python: "no-such-python" }),
  faults: withoutPython
})
