// Laws of replies and answers: what hooks return, what hosts and models return, and what is left out.
import type { Law } from "../Law.ts"
import { call, literal, mentioning, property } from "./edits.ts"

export const replies: ReadonlyArray<Law> = [
  {
    id: "exit-2-denies",
    law: "Exit code 2 denies.",
    symbol: "makeRead",
    edit: literal(2, "1")
  },
  {
    id: "invalid-reply-grants-nothing",
    law: "A reply with an invalid field grants nothing.",
    symbol: "finish",
    module: "Draft",
    operator: "off-by-one",
    mentions: ["0"]
  },
  {
    id: "strictest-decision-counts",
    law: "Of several decisions in one reply, the strictest counts.",
    symbol: "decide",
    module: "Draft",
    edit: call("isStricter", () => "true")
  },
  {
    id: "unknown-decision-is-invalid",
    law: "An unknown word for a decision makes the reply invalid.",
    symbol: "decide",
    module: "hookSpecificOutput",
    operator: "remove-call",
    mentions: ["complain"]
  },
  {
    id: "halt-denies-the-action",
    law: "A halt before an action denies the action.",
    symbol: "halted",
    module: "encodeAnswer",
    edit: property("verdict", "outcome.verdict")
  },
  {
    id: "no-verdict-is-no-yes",
    law: "A model's answer without a verdict is a failure, not a yes.",
    symbol: "inObjects",
    edit: mentioning(
      "it holds no verdict",
      call("fail", () => "Result.succeed({ ok: true })")
    )
  },
  {
    id: "quoted-verdict-is-no-yes",
    law: "A yes that a model's answer quotes from the event does not count.",
    symbol: "inObjects",
    operator: "remove-guard",
    mentions: ["isQuoted"]
  },
  {
    id: "event-is-fenced",
    law: "A model reads the event as data in a fence, not as a part of the rule.",
    symbol: "fill",
    module: "PromptTemplate",
    edit: call("fence", (event = "") => event)
  },
  {
    id: "agent-stays-inside",
    law: "The tools of an agent hook read no file outside of the project.",
    symbol: "isInside",
    module: "inside",
    operator: "drop-right",
    mentions: ["startsWith"]
  }
]
