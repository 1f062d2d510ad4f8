/**
 * The text of a host's settings with our entries, and without them.
 *
 * **Details**
 *
 * What others wrote stays as it is: their entries and the order of them, comments, indentation, line ends.
 *
 * @since 0.1.0
 */
import { Unrecognisable } from "./AttachProblem.ts"
import { type Change, type Edited, withEntries, withoutEntries } from "./internal/attach/plan.ts"
import type { Obstacle } from "./internal/json/tree.ts"
import { type Host, hosts, type Options, wanted } from "./internal/attach/wanted.ts"

export type {
  /**
   * What became of an entry of ours.
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
   * A host whose settings can run a command on its events.
   *
   * @category models
   * @since 0.1.0
   */
  Host,
  /**
   * What stands in the way inside of a text, and where.
   *
   * @category models
   * @since 0.1.0
   */
  Obstacle,
  /**
   * What is to be registered.
   *
   * @category models
   * @since 0.1.0
   */
  Options
}

/**
 * The events of a host that we register for.
 *
 * **Gotchas**
 *
 * Claude Code's `WorktreeCreate` is not among them: a hook there takes the place of the host's own way to make a
 * worktree, and an answer without a path fails. `Options.events` names it where a hook of ours gives that path.
 *
 * @category getters
 * @since 0.1.0
 */
export const eventsOf = (host: Host): ReadonlyArray<string> => hosts[host].events

/**
 * The text of a file that is not there yet, before our entries.
 *
 * @category editing
 * @since 0.1.0
 */
export const skeleton = "{}\n"

/**
 * The text with our entries: one for each event, and no other of ours. Without a text there is no file yet.
 *
 * @category editing
 * @since 0.1.0
 */
export const attached = (text: string | undefined, options: Options): Edited | Obstacle | Unrecognisable => {
  const entries = wanted(options)
  if (entries === undefined) return new Unrecognisable({ command: options.command })
  return withEntries(text ?? skeleton, hosts[options.host].layout, entries)
}

/**
 * The text without any entry of ours, whatever it says. `before` is the text before `attached`: where nothing but our
 * entries changed since, that is the result, to the byte.
 *
 * @category editing
 * @since 0.1.0
 */
export const detached = (text: string, host: Host, before?: string): Edited | Obstacle =>
  withoutEntries(text, hosts[host].layout, before)
