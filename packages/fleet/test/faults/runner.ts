// One runner of a fleet with its gate, in a process of its own, with settings that replace a dead one sooner.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Gate from "@hookline/fleet/Gate"
import * as Postgres from "@hookline/fleet/Postgres"
import * as Runner from "@hookline/fleet/Runner"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import type { RunnerOptions } from "./runners.ts"

// The test that starts this process writes these options.
const { address, gate, isQuick, url } = JSON.parse(process.argv[2] ?? "{}") as RunnerOptions

const quick: Runner.Options["engine"] = {
  shardLockExpiration: "5 seconds",
  shardLockRefreshInterval: "1 second",
  refreshAssignmentsInterval: "500 millis",
  runnerHealthCheckInterval: "1 second",
  entityMessagePollInterval: "1 second",
  runnerJoinDebounce: "500 millis"
}

const fleet = Gate.layer({ port: gate, limitMillis: 5000 }).pipe(
  Layer.provide(
    Runner.layer({
      address: { host: "127.0.0.1", port: address },
      ...(isQuick && { engine: quick }),
      sweeper: { everyMillis: 1000 }
    })
  ),
  Layer.provide(Postgres.layer({ url, statementMillis: 2000 }))
)

const ready = Layer.effectDiscard(Effect.sync(() => process.stdout.write("ready\n")))

// It ends with the test that started it.
process.stdin.on("end", () => process.exit(1)).resume()

NodeRuntime.runMain(
  Layer.launch(Layer.provideMerge(ready, fleet)).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
)
