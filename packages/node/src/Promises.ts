/**
 * The hooks of a project for programs without Effect: plain objects go in and come out, and what takes time is a promise.
 * Nothing of Effect is in these types, or loaded before `open` is called.
 *
 * @since 0.1.0
 */
import type { Hooks } from "./promise/Hooks.ts"
import type { OpenOptions } from "./promise/OpenOptions.ts"

export type * from "./promise/Hooks.ts"
export type * from "./promise/OpenOptions.ts"
export type * from "./promise/PlainAnswer.ts"
export type * from "./promise/PlainEvent.ts"
export type * from "./promise/PlainOutcome.ts"
export type * from "./promise/PlainReport.ts"
export { HooklineError, type HooklineErrorCode } from "./promise/HooklineError.ts"

/**
 * Opens the hooks of a project. `Hookline.open` is an alias.
 *
 * **Details**
 *
 * The configurations are read before it resolves, and watched until it is closed: `await using` does that. It rejects with
 * a `HooklineError` where the project is not there or an option is wrong; problems of a configuration are in the
 * reports.
 *
 * @example
 * ```ts
 * import * as Promises from "@hookline/node/Promises"
 *
 * const program = async () => {
 *   await using hooks = await Promises.open({ project: "." })
 *   return hooks.emit({ event: "Stop" })
 * }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const open = async (options: OpenOptions): Promise<Hooks> => (await import("./promise/open.ts")).open(options)
