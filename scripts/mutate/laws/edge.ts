// Laws of the edge: what hooks receive, what users approve, what is recorded, and what the command does.
import type { Law } from "../Law.ts"
import { call, kind, literal, mentioning, property } from "./edits.ts"

export const edge: ReadonlyArray<Law> = [
  {
    id: "keys-are-withheld",
    law: "Hooks do not inherit the keys of model providers.",
    symbol: "inherited",
    operator: "drop-right",
    mentions: ["gets"]
  },
  {
    id: "sandbox-wraps-commands",
    law: "Every command runs inside the program that the settings wrap it in.",
    symbol: "wrapOf",
    operator: "drop-entry",
    mentions: ["settings"]
  },
  {
    id: "redirect-stays-on-host",
    law: "A redirect does not send an event to another host.",
    symbol: "isSameHost",
    operator: "remove-guard",
    mentions: ["hostname"]
  },
  {
    id: "allowed-urls-count",
    law: "An event is sent only to allowed URLs.",
    symbol: "isAllowed",
    module: "address",
    edit: call("some", () => "true")
  },
  {
    id: "unknown-answer-denies",
    law: "An approver's answer grants only if it is one of the words that grant.",
    symbol: "isGrant",
    edit: call("has", (answer = "") => `${answer} !== "deny"`)
  },
  {
    id: "no-approver-denies",
    law: "Without an approver, nothing is granted.",
    symbol: "refused",
    module: "settleApproval",
    edit: property("granted", "true")
  },
  {
    id: "grant-is-for-one-hook",
    law: "A permanent grant holds for the hook that asked, and for no other.",
    symbol: "markOf",
    module: "settleApproval",
    operator: "drop-entry",
    mentions: ["by"]
  },
  {
    id: "native-deny-ends-the-event",
    law: "A native handler that denies ends the event.",
    symbol: "Native",
    module: "NativeDialect",
    edit: property("endsEvent", "false")
  },
  {
    id: "secrets-are-redacted",
    law: "The audit log contains no secrets.",
    symbol: "put",
    module: "writer",
    edit: call("redactEntry", (entry = "") => entry)
  },
  {
    id: "edited-record-is-found",
    law: "An audit record that was edited does not verify.",
    symbol: "read",
    module: "chain",
    edit: call("hashOfText", () => "hash")
  },
  {
    id: "unwritten-deny-exits-2",
    law: "A Deny that cannot be written to the host is expressed by the exit code.",
    symbol: "main",
    module: "command",
    edit: mentioning("isOut", kind("ConditionalExpression", "answer.exit"))
  },
  {
    id: "own-failure-denies",
    law: "A failure of dispatch itself denies under closed.",
    symbol: "failed",
    module: "Dispatch",
    edit: call("decide", (_, failure, event) => `FailurePolicy.decide("open", ${failure}, ${event})`)
  },
  {
    id: "cached-answer-sees-changes",
    law: "A cached answer is not used once a file that it depends on changed.",
    symbol: "looksTheSame",
    operator: "remove-guard",
    mentions: ["fingerprintOf"]
  },
  {
    id: "attach-stays-inside",
    law: "The command attach writes no file outside of the project.",
    symbol: "placeOf",
    module: "disk",
    edit: call("startsWith", () => "true")
  },
  {
    id: "tool-needs-permission",
    law: "A tool does not run while a question about it is unanswered.",
    symbol: "isAllowed",
    module: "before",
    edit: literal("Allow", '"Ask"')
  },
  {
    id: "denied-permission-is-final",
    law: "A tool whose permission a hook denied does not run.",
    symbol: "permit",
    module: "permitted",
    operator: "remove-guard",
    mentions: ["isAllowed"]
  }
]
