// Laws of many machines: what the rows, the gate and the machines keep of a fleet whose calls are lost and sent again.
import type { Law } from "../Law.ts"
import { call, kind, mentioning, statement } from "./edits.ts"

export const machines: ReadonlyArray<Law> = [
  {
    id: "fleet-claim-has-a-fence",
    law: "A claim that another machine holds is not granted before its lease ends.",
    symbol: "marksOf",
    edit: statement("EXCLUDED.until", " AND (fleet_marks.until <= ${now} OR fleet_marks.token = EXCLUDED.token)", "")
  },
  {
    id: "fleet-done-is-not-claimed",
    law: "A mark that is done is not claimed again.",
    symbol: "marksOf",
    edit: statement("EXCLUDED.until", "fleet_marks.until IS NOT NULL AND ", "")
  },
  {
    id: "fleet-claim-has-a-token",
    law: "A claim whose reply was lost is granted to its token again.",
    symbol: "marksOf",
    edit: statement("EXCLUDED.until", " OR fleet_marks.token = EXCLUDED.token", "")
  },
  {
    id: "fleet-release-has-a-token",
    law: "A late holder releases no claim of another machine.",
    symbol: "marksOf",
    edit: statement("AND until IS NOT NULL\n", " AND token = ${token}", "")
  },
  {
    id: "fleet-settles-after-the-run",
    law: "A claim is settled after its hook ran, and not with the claim.",
    symbol: "claimed",
    module: "FleetState",
    edit: mentioning(
      "granted",
      call("succeed", (claim = "") => `Effect.as(settle(key, mark, own, true), ${claim})`)
    )
  },
  {
    id: "fleet-interrupt-is-a-failure",
    law: "An interruption at the other side of a call is a failure, and does not end its caller.",
    symbol: "bounded",
    module: "failures",
    edit: mentioning("sandbox", kind("MemberExpression", "Effect.mapError(Cause.fail)"))
  },
  {
    id: "fleet-silence-grants-nothing",
    law: "A question without an answer before its deadline is denied, unless its hook allows silence.",
    symbol: "answerOf",
    module: "FleetApproval",
    edit: call("fail", () => `Effect.succeed({ answer: "allow", found: "asked" })`)
  },
  {
    id: "fleet-late-answer-counts-not",
    law: "An answer after the deadline of its question does not count.",
    symbol: "questionsOf",
    module: "questionRows",
    edit: statement("is_default = 0", " AND deadline > ${now}", "")
  },
  {
    id: "fleet-first-answer-counts",
    law: "Of two answers to a question the first counts.",
    symbol: "questionsOf",
    module: "questionRows",
    edit: statement("is_default = 0", " AND answer IS NULL", "")
  },
  {
    id: "fleet-answer-serves-one-asking",
    law: "An answer that was received serves no later asking.",
    symbol: "layer",
    module: "Questions",
    operator: "remove-yield",
    mentions: ["received"]
  },
  {
    id: "fleet-questions-stay-inside",
    law: "A person sees no question of another organisation.",
    symbol: "questionsOf",
    module: "questionRows",
    edit: statement("ORDER BY deadline", "org = ${organisation} AND ", "")
  },
  {
    id: "fleet-answers-stay-inside",
    law: "A person answers no question of another organisation.",
    symbol: "questionsOf",
    module: "questionRows",
    edit: statement("is_default = 0", "org = ${organisation} AND ", "")
  },
  {
    id: "fleet-broken-calls-are-sent-again",
    law: "A call whose connection broke is sent again over the next one.",
    symbol: "isBroken",
    module: "FleetClient",
    edit: kind("LogicalExpression", "false")
  }
]
