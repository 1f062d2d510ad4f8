/**
 * The dialects whose hooks are discovered, in the order in which their hooks run.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Dialect } from "./Dialect.ts"

/**
 * The dialects that are known.
 *
 * @example
 * ```ts
 * import type { Dialect } from "@hookline/core/Dialect"
 * import { HookDialects } from "@hookline/core/HookDialects"
 *
 * // Only the hooks of this dialect are discovered.
 * const only = (dialect: Dialect) => HookDialects.layer([dialect])
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class HookDialects extends Context.Service<HookDialects, ReadonlyArray<Dialect>>()(
  "@hookline/core/HookDialects"
) {
  /** Just these. */
  static readonly layer = (dialects: ReadonlyArray<Dialect>): Layer.Layer<HookDialects> =>
    Layer.succeed(HookDialects)(dialects)
}
