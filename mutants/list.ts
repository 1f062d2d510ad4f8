// All planted faults: every stage of the pipeline has some, and so has everything that stands around it.
import { coordinator } from "./lists/coordinator.ts"
import { core } from "./lists/core.ts"
import { dialects } from "./lists/dialects.ts"
import { executor } from "./lists/executor.ts"
import { hookline } from "./lists/hookline.ts"
import { prompt } from "./lists/prompt.ts"
import { schema } from "./lists/schema.ts"
import { skills } from "./lists/skills.ts"
import type { Mutant } from "./Mutant.ts"

export const mutants: ReadonlyArray<Mutant> = [
  ...schema,
  ...core,
  ...dialects,
  ...executor,
  ...prompt,
  ...skills,
  ...coordinator,
  ...hookline
]
