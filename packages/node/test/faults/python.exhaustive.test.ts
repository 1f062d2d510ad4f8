import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import { FaultTest } from "@hookline/testing"
import { isShort } from "@hookline/testing/kit/internal/runsOf"
import { python, withoutPython } from "./python.ts"

// Each fault is many processes of Python, so that CI tries every third.
const faults = Object.fromEntries(Object.entries(python).filter((_, at) => !isShort || at % 3 === 0))

FaultTest.suite("Python", { runners: () => ProcessPythonRunner.layer, faults })
FaultTest.suite("Python that is not there", {
  runners: () => ProcessPythonRunner.layerWith({ python: "no-such-python" }),
  faults: withoutPython
})
