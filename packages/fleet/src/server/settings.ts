/** Settings of the cluster. A runner that dies is replaced after the expiry of its locks, and pauses must not look so. */
import type { ShardingConfig } from "effect/cluster/ShardingConfig"

export const settings: Partial<ShardingConfig["Service"]> = {
  shardLockExpiration: "12 seconds",
  shardLockRefreshInterval: "3 seconds",
  refreshAssignmentsInterval: "1 second",
  runnerHealthCheckInterval: "5 seconds",
  entityMessagePollInterval: "2 seconds",
  entityMaxIdleTime: "30 seconds",
  maxResidentEntities: 100_000,
  simulateRemoteSerialization: false,
  runnerJoinDebounce: "3 seconds"
}
