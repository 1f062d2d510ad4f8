import * as PythonRunner from "@hookline/executor/PythonRunner"
import { FaultTest } from "@hookline/testing"
import { python, withoutPython } from "./python.ts"

FaultTest.suite("Python", { runners: () => PythonRunner.layer, faults: python })
FaultTest.suite("Python that is not there", {
  runners: () => PythonRunner.layerWith({ python: "no-such-python" }),
  faults: withoutPython
})
