/**
 * A fleet in one process: the store in a file of SQLite, and the homes beside it.
 *
 * @since 0.1.0
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import type { Sharding } from "effect/cluster/Sharding"
import * as SingleRunner from "effect/cluster/SingleRunner"
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Migrations from "../Migrations.ts"
import type { StoreAway } from "../Protocol.ts"
import * as Sqlite from "../sql/Sqlite.ts"
import { Store } from "../Store.ts"
import * as Questions from "./Questions.ts"
import { settings } from "./settings.ts"
import * as Sweeper from "./Sweeper.ts"

/**
 * Runs the store, the homes and the sweeper in this process. It creates the tables.
 *
 * @example
 * ```ts
 * import * as Alone from "@hookline/fleet/Alone"
 * import * as Gate from "@hookline/fleet/Gate"
 * import * as Layer from "effect/Layer"
 *
 * const fleet = Gate.layer({ port: 7420 }).pipe(Layer.provide(Alone.layer({ file: "fleet.sqlite" })))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Sqlite.Options & { readonly sweeper?: Sweeper.Options }
): Layer.Layer<Sharding | SqlClient | Store, ConfigError | SqlError | StoreAway> =>
  Layer.mergeAll(Questions.layer, Sweeper.layer(options.sweeper)).pipe(
    // No other process has this cluster, so that its runners are known in memory.
    Layer.provideMerge(SingleRunner.layer({ shardingConfig: settings, runnerStorage: "memory" })),
    Layer.provide(NodeCrypto.layerDigest),
    Layer.provideMerge(Layer.unwrap(Effect.as(Migrations.run, Store.layer))),
    Layer.provideMerge(Sqlite.layer(options))
  )
