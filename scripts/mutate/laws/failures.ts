// Laws of failures, losses and limits: a guard is never lost silently.
import type { Law } from "../Law.ts"
import { call, literal, mentioning, property } from "./edits.ts"

export const failures: ReadonlyArray<Law> = [
  {
    id: "failure-denies",
    law: "A failed hook denies under closed.",
    symbol: "decide",
    module: "FailurePolicy",
    operator: "swap-word",
    mentions: ["open"]
  },
  {
    id: "failure-never-blocks-stop",
    law: "A failed hook never keeps an agent from stopping.",
    symbol: "decide",
    module: "FailurePolicy",
    operator: "remove-guard",
    mentions: ["failsClosed"]
  },
  {
    id: "failure-is-reported",
    law: "A failure is reported under every policy.",
    symbol: "noticed",
    module: "FailurePolicy",
    edit: property("notices", "[]")
  },
  {
    id: "hook-has-own-policy",
    law: "The policy of a hook precedes the policy of the settings.",
    symbol: "done",
    module: "HookResult",
    operator: "drop-left",
    mentions: ["onFailure", "onFailureOf"]
  },
  {
    id: "soft-failure-counts",
    law: "A reply beside a failing exit code is a failure under closed.",
    symbol: "answered",
    module: "readReply",
    operator: "negate",
    mentions: ["strict"]
  },
  {
    id: "defect-is-a-failure",
    law: "A defect while a hook runs is a failure of that hook, and of no other.",
    symbol: "runHook",
    operator: "drop-handler",
    mentions: ["catchDefect"]
  },
  {
    id: "loss-denies",
    law: "A hook that was lost while its file was read denies under closed.",
    symbol: "ofLosses",
    edit: call(
      "decide",
      (_policy = "", failure = "", event = "") => `FailurePolicy.decide("open", ${failure}, ${event})`
    )
  },
  {
    id: "misspelt-event-is-lost",
    law: "A hook under a misspelt event is a loss on the event that was meant.",
    symbol: "meaningOf",
    module: "EventNames",
    edit: call("lettersOf", (name = "") => name)
  },
  {
    id: "impossible-matcher-is-lost",
    law: "A hook whose matcher no tool can satisfy is a loss.",
    symbol: "isImpossible",
    module: "ToolMatcher",
    edit: literal(true, "false")
  },
  {
    id: "disguised-tool-is-lost",
    law: "A hook whose matcher is the name of a tool in slashes or in letters that look alike is a loss for that tool.",
    symbol: "isDisguised",
    edit: call("inSlashes", () => "undefined")
  },
  {
    id: "unfired-event-is-reported",
    law: "A session gets a notice of hooks under an event that its host never fires.",
    symbol: "ofUnfired",
    edit: call("onceKey", (_key = "", now = "") => `onceKey({ ...session, session: "x" }, ${now})`)
  },
  {
    id: "running-entry-is-no-loss",
    law: "An entry that runs for some event of the host at hand is never a loss there.",
    symbol: "isFree",
    module: "ToolMatcher",
    edit: call("some", () => "false")
  },
  {
    id: "loss-is-shown",
    law: "The notice of a loss is marked as shown only if the host shows the answer that contains it.",
    symbol: "presenceOf",
    edit: call("shows", () => "JSON.stringify(reply.body)")
  },
  {
    id: "unreadable-file-denies",
    law: "A file that cannot be read denies under closed, because it may configure any guard.",
    symbol: "isLoss",
    operator: "drop-right",
    mentions: ["all"]
  },
  {
    id: "broken-settings-deny",
    law: "Settings that cannot be read deny under closed.",
    symbol: "broken",
    module: "SettingsFiles",
    edit: property("events", "[]")
  },
  {
    id: "unreadable-is-reported",
    law: "A file of hooks that cannot be read is reported, and is not treated as absent.",
    symbol: "optional",
    edit: property("onFailure", "() => []")
  },
  {
    id: "broken-file-loses-all",
    law: "A file of hooks that cannot be parsed is a loss on every event.",
    symbol: "broken",
    module: "read",
    edit: property("lost", "{ entries: 0, events: [] }")
  },
  {
    id: "limit-ends-hooks",
    law: "A hook does not run longer than its limit.",
    symbol: "limited",
    module: "bounded",
    edit: property("duration", '"1 hour"')
  },
  {
    id: "crash-is-a-failure",
    law: "A hook that a signal ended has failed; it does not pass.",
    symbol: "replyOf",
    module: "replyOf",
    edit: mentioning(
      "HookFailed",
      call("fail", () => 'Effect.succeed({ _tag: "Exit", code: 0, stdout: "", stderr: "" })')
    )
  },
  {
    id: "cut-output-is-no-reply",
    law: "Output that was cut off is a failure, and is not read as text.",
    symbol: "parseOther",
    module: "text",
    operator: "drop-left",
    mentions: ["cut"]
  },
  {
    id: "time-out-ends-processes",
    law: "The processes of a hook end when its time is up.",
    symbol: "stop",
    module: "supervise",
    operator: "remove-call",
    mentions: ["terminate"]
  },
  {
    id: "exit-ends-processes",
    law: "No process of a hook outlives the process that started it.",
    symbol: "onExit",
    module: "Processes",
    operator: "remove-call",
    mentions: ["killAll"]
  }
]
