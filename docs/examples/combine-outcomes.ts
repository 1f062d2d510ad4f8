// Combines the outcomes of two hooks: the strictest verdict wins, and the context of both is kept.
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

const guard = Outcome.make({ verdict: Verdict.deny({ by: "no-force-push", reason: "Force pushes are for people." }) })

const helper = Outcome.make({
  verdict: Verdict.allow({ by: "trusted-commands", reason: "git is fine" }),
  context: [{ by: "trusted-commands", text: "The branch is main.", role: "system", ephemeral: false }]
})

export const together = Outcome.reducer.combineAll([helper, guard])

console.log(together.verdict._tag, together.context.length, Outcome.proceeds(together)) // Deny 1 false
