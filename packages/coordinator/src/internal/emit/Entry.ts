/** What is registered: native handlers, and hooks that run elsewhere and report. */
import type { PipelineError } from "@hookline/core/PipelineError"
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Run } from "@hookline/schema/Report"
import type * as Effect from "effect/Effect"
import type { Reporter } from "../../Registry.ts"

/** What a handler returned, or why it did not. */
export type Returned = { readonly value: unknown } | PipelineError

export interface Native {
  readonly _tag: "Native"
  readonly event: string
  readonly name: string
  readonly priority: number
  readonly limitMillis: number
  readonly onFailure: OnFailure | undefined
  /** Asks the handler, which gets so much time. Nobody knows what comes out of it. */
  readonly ask: (event: HookEvent, limitMillis: number) => Effect.Effect<Returned>
}

export interface Reporting extends Reporter {
  readonly _tag: "Reporting"
  readonly event: string
}

export type Entry = Native | Reporting

/** What stands in each report of a handler: no file brings it. */
export const source: Run["source"] = { dialect: "native", scope: "user", file: "", folder: "", at: [] }
