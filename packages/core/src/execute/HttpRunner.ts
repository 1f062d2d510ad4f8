/**
 * Runs hooks that are requests.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { none, type Runner } from "./Runner.ts"

/**
 * The runner of requests.
 *
 * @category services
 * @since 0.1.0
 */
export class HttpRunner extends Context.Service<HttpRunner, Runner<"Http">>()("@hookline/core/HttpRunner") {
  /** Runs none of them: each is a failure that says what to provide. */
  static readonly layerNone = Layer.succeed(HttpRunner)(none("Http", "HttpRunner.layer"))
}
