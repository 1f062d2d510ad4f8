/**
 * One of several runners of a fleet, on a database that they share.
 *
 * @since 0.1.0
 */
import { present } from "@hookline/schema/kit/present"
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import type { Sharding } from "effect/cluster/Sharding"
import type { ShardingConfig } from "effect/cluster/ShardingConfig"
import type { ConfigError } from "effect/Config"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SocketServerError } from "effect/socket/SocketServer"
import type { SqlClient } from "effect/sql/SqlClient"
import { Store } from "../Store.ts"
import * as Questions from "./Questions.ts"
import { settings } from "./settings.ts"
import * as Sweeper from "./Sweeper.ts"

/**
 * Options for a runner.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /**
   * The address at which the other runners reach this one. It has no default, because one would be the same for all. The
   * port has no authentication: only runners may reach it.
   */
  readonly address: { readonly host: string; readonly port: number }
  /** The address to listen on, where it is another one. */
  readonly listen?: { readonly host: string; readonly port: number }
  readonly sweeper?: Sweeper.Options
  /** Settings of the cluster that differ from the fleet's own. All runners of a database have the same. */
  readonly engine?: Partial<Omit<ShardingConfig["Service"], "runnerAddress" | "runnerListenAddress">>
}

const addressOf = ({ host, port }: { readonly host: string; readonly port: number }) => RunnerAddress.make(host, port)

/**
 * Joins the runners of a database, whose tables `Migrations.run` has created.
 *
 * @example
 * ```ts
 * import * as Gate from "@hookline/fleet/Gate"
 * import * as Postgres from "@hookline/fleet/Postgres"
 * import * as Runner from "@hookline/fleet/Runner"
 * import * as Layer from "effect/Layer"
 *
 * const fleet = Gate.layer({ port: 7420 }).pipe(
 *   Layer.provide(Runner.layer({ address: { host: "10.0.0.1", port: 7421 } })),
 *   Layer.provide(Postgres.layer({ url: "postgres://hookline@db.example/fleet" }))
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = ({
  address,
  engine,
  listen,
  sweeper
}: Options): Layer.Layer<Sharding | Store, ConfigError | SocketServerError, SqlClient> =>
  Layer.mergeAll(Questions.layer, Sweeper.layer(sweeper)).pipe(
    Layer.provideMerge(
      NodeClusterSocket.layer({
        shardingConfig: {
          ...settings,
          ...present(engine),
          runnerAddress: Option.some(addressOf(address)),
          ...(listen !== undefined && { runnerListenAddress: Option.some(addressOf(listen)) })
        }
      })
    ),
    Layer.provideMerge(Store.layer)
  )
