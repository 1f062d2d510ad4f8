// One fault of every kind of hook under every policy. The exhaustive tests beside this file have all faults.
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as ProcessPythonRunner from "@hookline/executor/ProcessPythonRunner"
import { FaultTest } from "@hookline/testing"
import * as Layer from "effect/Layer"
import { commands } from "./commands.ts"
import { requests, servers } from "./http.ts"
import { models, modelServer, runnersOf } from "./models.ts"
import { modules } from "./modules.ts"
import { python } from "./python.ts"
import { breaking, missing, rules } from "./runners.ts"

/** Keeps the faults of these names. A name without a fault is an error, because it would test nothing. */
const only = <Opened>(
  faults: Readonly<Record<string, FaultTest.Fault<Opened>>>,
  ...names: ReadonlyArray<string>
): Readonly<Record<string, FaultTest.Fault<Opened>>> =>
  Object.fromEntries(
    names.map((name) => {
      const fault = faults[name]
      if (fault === undefined) throw new Error(`no fault is called ${name}`)
      return [name, fault]
    })
  )

const ofCommand = only(commands, "an exit code that is no answer", "a signal", "a hang", "broken JSON")

FaultTest.suite("a cold command", { runners: () => ProcessCommandRunner.layerCold, faults: ofCommand })
FaultTest.suite("a warm command", { runners: () => ProcessCommandRunner.layerWarm, faults: ofCommand, isWarm: true })
FaultTest.suite("Python", { runners: () => ProcessPythonRunner.layer, faults: only(python, "an exception") })
FaultTest.suite("a module", { runners: () => Layer.empty, faults: only(modules, "an exception") })
FaultTest.suite("a request", {
  open: servers,
  runners: () => Layer.empty,
  faults: only(requests, "a status of failure", "a hang")
})
FaultTest.suite("a prompt", {
  open: modelServer,
  runners: runnersOf,
  faults: only(models("prompt"), "a model that says no verdict")
})
FaultTest.suite("a runner of one's own", { runners: () => breaking, faults: only(rules, "a runner that dies") })
FaultTest.suite("a hook of a kind that nobody runs", { runners: () => Layer.empty, faults: missing })
