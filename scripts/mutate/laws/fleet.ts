// Laws of the fleet: what a machine may not do to the guards of its organisation.
import type { Law } from "../Law.ts"
import { property } from "./edits.ts"

export const fleet: ReadonlyArray<Law> = [
  {
    id: "machine-answers-no-question",
    law: "A machine answers no question, or it could grant what it asks.",
    symbol: "roles",
    module: "Gate",
    edit: property("Answer", "all")
  }
]
