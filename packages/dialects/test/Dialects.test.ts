import * as Dialects from "@hookline/dialects/Dialects"
import { DialectTest, TestDialect } from "@hookline/testing"
import * as Schema from "effect/Schema"
import { HookResult } from "../src/amplifier/HookResult.ts"
import { toOutcome } from "../src/amplifier/hookResultOutcome.ts"

/** Amplifier's host is answered in other words than its hooks have. */
const amplifier: DialectTest.Options = {
  heard: ({ body }, event) => toOutcome(Schema.decodeUnknownSync(HookResult)(body), "host", event)
}

for (const dialect of Dialects.all) DialectTest.suite(dialect, dialect.name === "amplifier" ? amplifier : {})

DialectTest.suite(TestDialect.make())
