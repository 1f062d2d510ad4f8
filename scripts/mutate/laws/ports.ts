// Laws of what events depend on: ports that break, readings that fail, claims, second looks, and output that is held.
import type { Law } from "../Law.ts"
import { call, comparison, literal, property } from "./edits.ts"

export const ports: ReadonlyArray<Law> = [
  {
    id: "port-calls-end",
    law: "A call of a port ends within its limit.",
    symbol: "callPort",
    module: "port",
    edit: call("boundedHere", (effect = "") => `boundedHere(${effect}, Infinity)`)
  },
  {
    id: "port-interrupt-is-a-failure",
    law: "A port that interrupts itself or breaks is a failure, and does not end its caller.",
    symbol: "bounded",
    module: "bounded",
    edit: call("await", (fiber = "") => `Effect.map(Fiber.join(${fiber}), (value) => ({ _tag: "Success", value }))`)
  },
  {
    id: "file-calls-end",
    law: "A call of the port of files ends within its limit.",
    symbol: "bound",
    module: "BoundedFiles",
    edit: call("max", () => "Infinity")
  },
  {
    id: "broken-files-are-reported",
    law: "A reading in which the port of files broke says so.",
    symbol: "bound",
    module: "BoundedFiles",
    edit: call("onBroken", () => "undefined")
  },
  {
    id: "broken-watch-reads-again",
    law: "Files that can't be watched are read at every event.",
    symbol: "watch",
    module: "BoundedFiles",
    edit: literal(true, "false")
  },
  {
    id: "failed-reading-is-no-catalog",
    law: "The result of a failed reading is not kept as the catalog.",
    symbol: "make",
    module: "WatchedCatalog",
    edit: call("hasFailed", () => "false")
  },
  {
    id: "failed-reading-is-decided",
    law: "The policy for failures decides an event whose files could not be read.",
    symbol: "withFailedReadings",
    edit: call("onFailure", () => '"open"')
  },
  {
    id: "unknown-skills-are-reported",
    law: "An event of which the open skills are unknown says so.",
    symbol: "unread",
    module: "LiveSkills",
    edit: call("ofPort", () => "[]")
  },
  {
    id: "questions-end",
    law: "A question to the approver ends at its deadline.",
    symbol: "askInTime",
    edit: call("over", () => "Effect.never")
  },
  {
    id: "waiting-is-not-answering",
    law: "The time of a question does not pass while it waits for its turn.",
    symbol: "askInTime",
    edit: property("wait", "Effect.void")
  },
  {
    id: "claim-is-exclusive",
    law: "Of several callers at once, one claims to do something.",
    symbol: "hold",
    module: "claims",
    edit: call("set", () => "undefined")
  },
  {
    id: "claim-is-awaited",
    law: "An event waits for the result of a hook that another event runs once.",
    symbol: "claimInTurn",
    edit: comparison("<=", ">=")
  },
  {
    id: "held-output-is-a-failure",
    law: "A hook that said nothing while its output is still held has failed.",
    symbol: "exited",
    module: "replyOf",
    edit: call("mayDeny", () => "false")
  },
  {
    id: "changed-input-is-judged",
    law: "A hook that was not given the final input is given it.",
    symbol: "dueGroups",
    edit: call("hasSeen", () => "true")
  },
  {
    id: "second-look-denies",
    law: "A denial of a second look counts.",
    symbol: "tightened",
    edit: call("isStricter", () => "false")
  },
  {
    id: "approved-input-runs",
    law: "An approved input that hooks change is approved again.",
    symbol: "permitChanged",
    edit: comparison("===", "!==")
  },
  {
    id: "printed-denial-is-a-failure",
    law: "A denial that was printed and not encoded does not pass as text.",
    symbol: "holdsReply",
    edit: call("test", () => "false")
  }
]
