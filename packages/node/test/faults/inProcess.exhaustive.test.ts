import { FaultTest } from "@hookline/testing"
import { someOf } from "@hookline/testing/kit/internal/runsOf"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { commands } from "./commands.ts"
import { requests, servers } from "./http.ts"
import { models, modelServer, runnersOf } from "./models.ts"
import { modules } from "./modules.ts"
import { breaking, missing, rules } from "./runners.ts"

FaultTest.suite("a request", { open: servers, runners: () => Layer.empty, faults: someOf(requests, 2) })
FaultTest.suite("a module", { runners: () => Layer.empty, faults: modules })
FaultTest.suite("a prompt", { open: modelServer, runners: runnersOf, faults: someOf(models("prompt"), 2) })
FaultTest.suite("an agent", { open: modelServer, runners: runnersOf, faults: someOf(models("agent"), 2, 1) })
FaultTest.suite("a runner of one's own", { runners: () => breaking, faults: rules })
FaultTest.suite("a hook of a kind that nobody runs", { runners: () => Layer.empty, faults: missing })

/** A clock that is set, now forth and now back, whenever somebody looks at it. */
const jumping = Effect.acquireRelease(
  Effect.sync(() => {
    const { now } = Date
    let looks = 0
    Date.now = () => now() + (looks++ % 2 === 0 ? 1 : -1) * 86_400_000
    return now
  }),
  (now) => Effect.sync(() => void (Date.now = now))
)

FaultTest.suite("a hook under a clock that jumps", {
  open: jumping,
  runners: () => Layer.empty,
  faults: Object.fromEntries(
    ["an exit code that is no answer", "a hang", "broken JSON"].flatMap((name) => {
      const fault = commands[name]
      return fault === undefined ? [] : [[name, fault]]
    })
  )
})
