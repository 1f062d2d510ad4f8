/**
 * The dialect of the host: it decodes the payloads, and encodes the answers.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Dialect } from "./Dialect.ts"

/**
 * The host's dialect.
 *
 * @example
 * ```ts
 * import type { Dialect } from "@hookline/core/Dialect"
 * import { HostDialect } from "@hookline/core/HostDialect"
 *
 * const hostOf = (dialect: Dialect) => HostDialect.layer(dialect)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class HostDialect extends Context.Service<HostDialect, Dialect>()("@hookline/core/HostDialect") {
  /** A host that speaks this dialect. */
  static readonly layer = (dialect: Dialect): Layer.Layer<HostDialect> => Layer.succeed(HostDialect)(dialect)
}
