// A machine that writes records and ships them, until it is killed. Its words: the folder, the gate's address, its token.
import type { Entry } from "@hookline/coordinator/Audit"
import { Writer } from "@hookline/coordinator/kit/audit/internal/writer"
import * as FleetAudit from "@hookline/fleet/FleetAudit"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as Effect from "effect/Effect"
import { join } from "node:path"

const [folder = "", url = "", token = ""] = process.argv.slice(2)
const writer = new Writer({ folder, heads: join(folder, "heads"), within: undefined }, 1 << 26)
const entry = (at: number): Entry => ({ _tag: "Lost", count: 1, since: at, why: `record ${at}` })

const work = Effect.gen(function* () {
  yield* FleetAudit.make(yield* FleetClient, { folder, everyMillis: 20 })
  for (let at = 0; ; at++) {
    writer.add(at, entry(at))
    yield* Effect.sleep("1 millis")
  }
})

await Effect.runPromise(Effect.scoped(Effect.provide(work, FleetClient.layer({ url, token, limitMillis: 2000 }))))
