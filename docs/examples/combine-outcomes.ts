// What two hooks said becomes one outcome: the strictest verdict wins, and nothing that was said is lost.
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

const guard = Outcome.make({ verdict: Verdict.because("Deny", "no-force-push", "Force pushes are for people.") })

const helper = Outcome.make({
  verdict: Verdict.because("Allow", "trusted-commands", "git is fine"),
  context: [{ by: "trusted-commands", text: "The branch is main.", role: "system", ephemeral: false }]
})

export const together = Outcome.reducer.combineAll([helper, guard])

console.log(together.verdict._tag, together.context.length, Outcome.goesOn(together)) // Deny 1 false
