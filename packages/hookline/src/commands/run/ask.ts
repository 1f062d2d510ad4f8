/** Asks the person at this terminal, on standard error: standard output belongs to what was asked for. */
import { Approval, layerEffect, type Unanswered } from "@hookline/coordinator/Approval"
import * as ApprovalTerminal from "@hookline/coordinator/ApprovalTerminal"
import type { ThisProject } from "@hookline/core/ThisProject"
import type * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Terminal from "effect/Terminal"

/** Checks whether a user can be asked here. */
export const canAsk = (): boolean =>
  process.stdin.isTTY && process.stderr.isTTY && (process.env["TERM"] ?? "") !== "dumb"

const onStandardError: Layer.Layer<Terminal.Terminal, never, Terminal.Terminal> = Layer.effect(
  Terminal.Terminal,
  Effect.map(Terminal.Terminal, (terminal) =>
    Terminal.make({
      ...terminal,
      columns: Effect.sync(() => process.stderr.columns),
      rows: Effect.sync(() => process.stderr.rows),
      display: (text) => Effect.sync(() => void process.stderr.write(text))
    })
  )
)

const capable = Layer.succeed(TerminalCapabilities)({ canPrompt: true, canColor: true, canAnimate: true })

/** Asks at the terminal. `onLeft` is called for each question without an answer. */
export const layer = (
  onLeft: (why: Unanswered) => void
): Layer.Layer<Approval, never, Prompt.Environment | ThisProject> =>
  layerEffect(
    Effect.map(Approval, ({ ask }) => ({
      ask: (request) => Effect.tapError(ask(request), (why) => Effect.sync(() => onLeft(why)))
    }))
  ).pipe(Layer.provide(ApprovalTerminal.layer), Layer.provide(Layer.provideMerge(capable, onStandardError)))
