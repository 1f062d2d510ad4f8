import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

const deny = Outcome.make({ verdict: Verdict.deny({ by: "guard", reason: "No force pushes." }) })
export const goesOn = Outcome.proceeds(Outcome.reducer.combine(deny, Outcome.empty)) // false
