/**
 * The text of a host's settings with our entries, and without them.
 *
 * **Details**
 *
 * What others wrote stays as it is: their entries and the order of them, comments, indentation, line ends.
 *
 * @since 0.1.0
 */
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import { RefusedCommand, Unrecognisable } from "./AttachProblem.ts"
import { type Change, type Edited, withEntries, withoutEntries } from "./plan.ts"
import { type Obstacle, strictObstacle } from "@hookline/node/kit/json/tree"
import { entriesFor, type Options, registeredEvents } from "./entriesFor.ts"
import { layoutOf } from "./layout.ts"

export type {
  /**
   * A change of one of our entries.
   *
   * @category models
   * @since 0.1.0
   */
  Change,
  /**
   * A text with what was changed in it, and what a person should know.
   *
   * @category models
   * @since 0.1.0
   */
  Edited,
  /**
   * An obstacle in a text, with its position.
   *
   * @category models
   * @since 0.1.0
   */
  Obstacle,
  /**
   * The entries to register.
   *
   * @category models
   * @since 0.1.0
   */
  Options
}

export {
  /**
   * Returns the events of a host that are registered unless others are asked for.
   *
   * @category getters
   * @since 0.1.0
   */
  registeredEvents
}

/**
 * The text of a file that is not there yet, before our entries.
 *
 * @category editing
 * @since 0.1.0
 */
export const skeleton = "{}\n"

/** Returns the text of a file with what it must have beside hooks. */
export const skeletonOf = ({ settings: { rootFields } }: Pick<HostFacts, "settings">): string =>
  rootFields === undefined ? skeleton : `${JSON.stringify(rootFields, undefined, 2)}\n`

const unguarded =
  "These entries start Hookline without a shell, so that the host lets events pass where Node or Hookline is gone."

/**
 * The text with our entries: one for each event, and no other of ours. Without a text there is no file yet.
 *
 * @category editing
 * @since 0.1.0
 */
export const attached = (
  text: string | undefined,
  options: Options
): Edited | Obstacle | RefusedCommand | Unrecognisable => {
  const { isStrict = false, refuses } = options.host.settings
  const why = refuses?.(options.command.join(" "))
  if (why !== undefined) return new RefusedCommand({ command: options.command, why })
  const wrong = isStrict && text !== undefined ? strictObstacle(text) : undefined
  if (wrong !== undefined) return wrong
  const entries = entriesFor(options)
  if (entries === undefined) return new Unrecognisable({ command: options.command })
  const start = text ?? skeletonOf(options.host)
  const edited = withEntries(start, layoutOf(options.host), entries)
  // A program with its arguments is started without a shell, which alone could deny in its place.
  const isUnguarded = options.onFailure !== "open" && entries.some(({ handler }) => "args" in handler)
  if (!isUnguarded || options.onFailure === undefined || !("text" in edited)) return edited
  return { ...edited, warnings: [...edited.warnings, { line: 1, column: 1, text: unguarded }] }
}

/**
 * Removes each entry of ours from a text, whatever its command. `before` is the text before `attached`: where nothing but our
 * entries changed since, that is the result, to the byte.
 *
 * @category editing
 * @since 0.1.0
 */
export const detached = (text: string, host: HostFacts, before?: string): Edited | Obstacle =>
  withoutEntries(text, layoutOf(host), before)
