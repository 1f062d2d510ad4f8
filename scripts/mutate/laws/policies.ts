// Laws of a fleet: a machine runs what its organisation signed, never an older version, and under no settings of its user.
import type { Law } from "../Law.ts"
import { call, kind, literal, mentioning } from "./edits.ts"

export const policies: ReadonlyArray<Law> = [
  {
    id: "older-policy-refused",
    law: "A machine accepts no older version of a policy.",
    symbol: "accept",
    module: "policyInForce",
    edit: mentioning("highest", kind("BinaryExpression", "false"))
  },
  {
    id: "policy-signature-verified",
    law: "A policy counts only where a key of the organisation signed it.",
    symbol: "verify",
    module: "PolicySignature",
    edit: call("verify", () => "true")
  },
  {
    id: "policy-signed-for-organisation",
    law: "The signature of a policy is for one organisation.",
    symbol: "textOf",
    module: "PolicySignature",
    edit: kind("ArrayExpression", '["hookline policy 1", version, body]')
  },
  {
    id: "highest-policy-kept",
    law: "The highest version of a policy on a machine counts after a restart.",
    symbol: "highestOf",
    module: "policyFiles",
    edit: literal("seen", '"none"')
  },
  {
    id: "kept-policy-verified",
    law: "The kept policy is verified again when it is read.",
    symbol: "signedIn",
    module: "policyFiles",
    edit: call("check", () => "Result.void")
  },
  {
    id: "managed-hooks-own-settings",
    law: "A hook that an organisation manages runs under no settings of the user.",
    symbol: "settingsFor",
    edit: kind("ConditionalExpression", "catalog.settings")
  },
  {
    id: "unwatched-policy-read",
    law: "Where a policy can't be watched, each event reads it.",
    symbol: "readNow",
    module: "WatchedCatalog",
    edit: mentioning("seesOthers", kind("LogicalExpression", "!closed"))
  },
  {
    id: "policy-reads-noted",
    law: "The files of a policy are among those whose change is seen.",
    symbol: "noteReads",
    edit: call("forEach", () => "Effect.void")
  },
  {
    id: "audit-from-kept",
    law: "A line of audit is sent until the fleet states that it is kept.",
    symbol: "sendLog",
    edit: mentioning("placeAt", kind("ConditionalExpression", "batch.next"))
  },
  {
    id: "revoked-stream-ends",
    law: "A stream ends after the token of its caller was revoked.",
    symbol: "untilRevoked",
    edit: call("interruptWhen", (stream) => stream)
  }
]
