import * as Approval from "@hookline/coordinator/Approval"
import * as Trust from "@hookline/core/Trust"
import * as Effect from "effect/Effect"
import { Hookline } from "hookline"

// Answers questions: "allow", "allow once" and "allow always" grant, any other text denies. `found` is "asked" if a user
// answered, and "rule" if a rule did, which is what the audit log records.
const approver = Approval.layer(({ input, prompt, tool }) =>
  tool === "Bash" && JSON.stringify(input).includes("--production")
    ? // No answer can be given: that denies, with this reason.
      Effect.fail(new Approval.Unanswered({ why: `${prompt} The release team is not on call.` }))
    : Effect.succeed({ answer: "allow once", found: "rule" })
)

export const hooks = Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll, provide: [approver] })
