/**
 * Shows messages to the user, apart from the context of the model.
 *
 * @since 0.1.0
 */
import { type Sealed, seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { Notice } from "@hookline/schema/Outcome"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { indented, onOneLine } from "@hookline/schema/kit/shown/visible"

/**
 * The port that shows messages.
 *
 * @category models
 * @since 0.1.0
 */
export interface Displaying {
  /** Shows the messages of one event, in order. */
  readonly show: (notices: ReadonlyArray<Notice>, event: string) => Effect.Effect<void>
}

/**
 * The port for messages to the user. By default nothing is shown, and the host takes the messages from the report, which
 * always has them.
 *
 * @example
 * ```ts
 * import { Display } from "@hookline/coordinator/Display"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the port in force, in a layer of `provide`.
 * const show = Effect.map(Display, (display) => display.show)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Display extends Context.Service<
  Display,
  Sealed<
    Displaying & {
      /** True if the program has provided none, which has to learn what it would miss. */
      readonly isDefault?: true
    }
  >
>()("@hookline/coordinator/Display") {}

/**
 * Shows messages by a function.
 *
 * @example
 * ```ts
 * import * as Display from "@hookline/coordinator/Display"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [Display.layer((notices, event) => Effect.logInfo(event, notices))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (show: Displaying["show"]): Layer.Layer<Display, never, ThisProject> =>
  Layer.succeed(Display)(seal({ show }))

/**
 * Shows nothing. So does the default, which also reports untrusted hooks in the log.
 *
 * @example
 * ```ts
 * import * as Display from "@hookline/coordinator/Display"
 *
 * const provide = [Display.layerNone]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<Display, never, ThisProject> = layer(() => Effect.void)

/**
 * Formats a message. Its further lines are indented, and characters that could not be seen are written out, so that
 * nothing in it looks like another message.
 *
 * @category formatting
 * @since 0.1.0
 */
export const format = ({ by, level, text }: Notice): string =>
  `${level}: ${indented(text, "  ").trimStart()} (${onOneLine(by)})`

const ranks = { info: 0, warning: 1, error: 2 } as const satisfies Record<Notice["level"], number>

/**
 * Writes messages of this severity and above to standard error.
 *
 * @example
 * ```ts
 * import * as Display from "@hookline/coordinator/Display"
 *
 * const provide = [Display.layerConsole("warning")]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConsole = (least: Notice["level"] = "info"): Layer.Layer<Display, never, ThisProject> =>
  layer((notices) =>
    Effect.forEach(
      notices.filter(({ level }) => ranks[level] >= ranks[least]),
      (notice) => Console.error(format(notice)),
      { discard: true }
    )
  )
