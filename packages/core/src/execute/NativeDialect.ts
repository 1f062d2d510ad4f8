/** The dialect of native handlers, which have no files and no format. */
import * as Capabilities from "@hookline/schema/Capabilities"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Dialect } from "../Dialect.ts"
import * as ToolTable from "../match/ToolTable.ts"
import { InvalidReply, Unreadable } from "../PipelineError.ts"

const noVariables = (): Readonly<Record<string, string>> => ({})

/**
 * The defaults of native handlers: no time limit, one after the other, and a deny or a halt ends the event.
 *
 * Its replies are outcomes, which `outcomeValue` reads for every dialect, so that nothing is left for its own reader.
 */
export const Native: Dialect = {
  name: "native",
  title: "Native handlers",
  files: [],
  config: {
    schema: Schema.Never,
    read: () => Effect.succeed({ hooks: [], diagnostics: [], entries: 0 }),
    write: () => ({}),
    locate: () => Effect.succeed(() => ({ line: 1, column: 1 }))
  },
  event: {
    read: () => Result.fail(new Unreadable({ dialect: "native", issue: "native handlers are no host" })),
    write: (event) => ({ ...event }),
    encodeForHook: (event) => ({ ...event })
  },
  matcher: () => ({ _tag: "All" }),
  reply: {
    read: (_, hook) => ({
      outcome: Outcome.empty,
      failure: new InvalidReply({ hook: hook.id, issue: "its runner returned no value" })
    }),
    write: () => ({ exit: 0, unsupported: [] })
  },
  capabilities: Capabilities.of,
  defaults: {
    timeoutMillis: () => Infinity,
    parallel: false,
    shortCircuit: "onDeny",
    endsEvent: true,
    haltsAtOnce: true
  },
  takesEventsAsSent: true,
  tools: ToolTable.none,
  env: noVariables,
  hostEnv: noVariables,
  variables: []
}
