/**
 * Shows messages to the person, apart from what the model is told.
 *
 * @since 0.1.0
 */
import type { Notice } from "@hookline/schema/Outcome"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { plain } from "./internal/plain.ts"

/**
 * The display. Unless a layer is given it shows nothing, and the host takes the messages from the report, where they
 * stand in any case.
 *
 * @category services
 * @since 0.1.0
 */
export const Display = Context.Reference<{
  /** The messages of one event, in order. */
  readonly show: (notices: ReadonlyArray<Notice>, event: string) => Effect.Effect<void>
}>("@hookline/coordinator/Display", { defaultValue: () => ({ show: () => Effect.void }) })

/**
 * Gives the messages to this function.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  show: (notices: ReadonlyArray<Notice>, event: string) => Effect.Effect<void>
): Layer.Layer<never> => Layer.succeed(Display)({ show })

/**
 * A message as a line, with nothing in it that steers a terminal.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = ({ by, level, text }: Notice): string => `${level}: ${plain(text)} (${plain(by)})`

const ranks = { info: 0, warning: 1, error: 2 } as const satisfies Record<Notice["level"], number>

/**
 * Writes messages of this severity and above to standard error.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConsole = (least: Notice["level"] = "info"): Layer.Layer<never> =>
  layer((notices) =>
    Effect.forEach(
      notices.filter(({ level }) => ranks[level] >= ranks[least]),
      (notice) => Console.error(format(notice)),
      { discard: true }
    )
  )
