/** The functions by which laws are declared: as tests of vitest, or collected to be run on a dialect with a fault. */
import { it, test } from "@effect/vitest"

/** Declares laws. */
export interface Laws {
  readonly prop: typeof it.prop
  readonly effectProp: typeof it.effect.prop
  readonly test: (name: string, check: () => void) => void
}

/** Declares each law as a test. */
export const tests: Laws = {
  prop: it.prop,
  effectProp: it.effect.prop,
  test
}
