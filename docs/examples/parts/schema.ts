import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

const deny = Outcome.make({ verdict: Verdict.because("Deny", "guard", "No force pushes.") })
export const goesOn = Outcome.goesOn(Outcome.reducer.combine(deny, Outcome.empty)) // false
