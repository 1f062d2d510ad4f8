// The scripts of every runner, inside each sandbox that works here.
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import { RunnerTest } from "@hookline/testing"
import { works } from "../support/confining.ts"

const confinement = { profile: "work", env: [] } as const

/** The folder for temporary files is the hook's own, and secrets are withheld. Process ids may be its own, too. */
const differing = new Set([
  "env | sort | grep -vE '^(_|PYTHONPYCACHEPREFIX)='",
  "ps -o pgid= -p $$ | tr -d ' ' | grep -qx $$; echo $?"
])

const inside = (kind: "landlock" | "bubblewrap") => ({
  sandbox: SystemSandbox.layerWith({ kinds: [kind] }),
  confinement,
  differing,
  requirement: works(kind)
})

RunnerTest.suite("the warm layer in Landlock", ProcessCommandRunner.layerWarm, "sh", inside("landlock"))
RunnerTest.suite("the cold layer in bubblewrap", ProcessCommandRunner.layerCold, "bash", inside("bubblewrap"))
