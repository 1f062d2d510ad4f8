// Laws of outcomes: how they combine, what of them an event supports, and which hooks run after them.
import type { Law } from "../Law.ts"
import { call, comparison, kind, literal, mentioning, property } from "./edits.ts"

export const outcomes: ReadonlyArray<Law> = [
  {
    id: "deny-outweighs",
    law: "A Deny outweighs every other verdict.",
    symbol: "strictness",
    module: "Verdict",
    edit: property("Deny", "2")
  },
  {
    id: "denials-keep-reasons",
    law: "Two denials keep the reasons of both.",
    symbol: "combine",
    module: "Verdict",
    operator: "drop-entry",
    mentions: ["self", "reasons"]
  },
  {
    id: "halts-are-kept",
    law: "Combined outcomes keep every halt.",
    symbol: "reducer",
    module: "Outcome",
    edit: property(
      "halts",
      '{ ...Arr.getReadonlyReducerConcat<Outcome["halts"][number]>(), combine: (self, that) => (self.length === 0 ? that : self) }'
    )
  },
  {
    id: "halt-stops",
    law: "A halted agent does not proceed, whatever the verdict.",
    symbol: "proceeds",
    module: "Outcome",
    operator: "drop-right",
    mentions: ["halts"]
  },
  {
    id: "ask-becomes-deny",
    law: "An Ask or a Defer that an event does not support becomes a Deny where a Deny is supported.",
    symbol: "judge",
    module: "fit",
    operator: "remove-guard",
    mentions: ["includes", "Deny"]
  },
  {
    id: "block-is-reported",
    law: "A block that an event does not support is reported to the user.",
    symbol: "judge",
    module: "fit",
    edit: property("notices", "[]")
  },
  {
    id: "allow-needs-its-change",
    law: "An Allow is dropped together with the change of the input that it was for.",
    symbol: "partition",
    module: "fit",
    operator: "negate",
    mentions: ["lost", "input"]
  },
  {
    id: "allow-for-its-input",
    law: "An Allow does not count for an input that another hook changed.",
    symbol: "forItsOwnInput",
    operator: "flip-equality",
    mentions: ["index", "own"]
  },
  {
    id: "stop-is-released",
    law: "An agent that is kept from stopping again and again is released after eight continuations.",
    symbol: "mostContinuations",
    edit: literal(8, "Infinity")
  },
  {
    id: "parallel-deny-survives",
    law: "A Deny of a parallel group survives, whatever the other hooks return.",
    symbol: "together",
    module: "group",
    operator: "remove-call",
    mentions: ["finished", "set"]
  },
  {
    id: "sequence-sees-changes",
    law: "Each hook of a sequential group receives the event as the hooks before it changed it.",
    symbol: "sequential",
    module: "group",
    operator: "remove-assignment",
    mentions: ["current", "next"]
  },
  {
    id: "deny-skips-the-rest",
    law: "A Deny skips the remaining hooks where the policy is onDeny, and only there.",
    symbol: "skipsOnDeny",
    operator: "swap-word",
    mentions: ["onDeny"]
  },
  {
    id: "halt-skips-the-rest",
    law: "A halt skips the remaining hooks of the event.",
    symbol: "inOrder",
    module: "groups",
    edit: mentioning("halts", comparison(">", "<"))
  },
  {
    id: "background-is-late",
    law: "A hook in the background returns no verdict and no change, because its event is over.",
    symbol: "afterwards",
    edit: call("make", () => "outcome")
  },
  {
    id: "conditions-see-changes",
    law: "A hook runs if its condition holds for the event as it came or as other hooks changed it.",
    symbol: "runOrSkip",
    operator: "drop-right",
    mentions: ["conditionHolds"]
  },
  {
    id: "payload-stops-at-deny",
    law: "After a Deny, the remaining events of a payload do not run.",
    symbol: "runPayload",
    edit: kind("BreakStatement", "continue")
  }
]
