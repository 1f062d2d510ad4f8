// Every law that a named fault breaks.
import { bounds } from "./laws/bounds.ts"
import { edge } from "./laws/edge.ts"
import { failures } from "./laws/failures.ts"
import { fleet } from "./laws/fleet.ts"
import { machines } from "./laws/machines.ts"
import { policies } from "./laws/policies.ts"
import { matching } from "./laws/matching.ts"
import { outcomes } from "./laws/outcomes.ts"
import { ports } from "./laws/ports.ts"
import { replies } from "./laws/replies.ts"
import type { Law } from "./Law.ts"

export const laws: ReadonlyArray<Law> = [
  ...outcomes,
  ...failures,
  ...matching,
  ...replies,
  ...ports,
  ...bounds,
  ...edge,
  ...fleet,
  ...machines,
  ...policies
]
