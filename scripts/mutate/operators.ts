// The operators by the names that mutants are called by.
import * as conditions from "./operators/conditions.ts"
import { dropHandler } from "./operators/handlers.ts"
import type { Operator } from "./operators/Operator.ts"
import * as statements from "./operators/statements.ts"
import * as values from "./operators/values.ts"

/** Every operator, in the order in which they are tried at a site. */
export const operators = {
  negate: conditions.negate,
  "drop-left": conditions.dropLeft,
  "drop-right": conditions.dropRight,
  "flip-equality": conditions.flipEquality,
  "shift-bound": conditions.shiftBound,
  "remove-call": statements.removeCall,
  "remove-yield": statements.removeYield,
  "remove-assignment": statements.removeAssignment,
  "remove-guard": statements.removeGuard,
  "return-early": statements.returnEarly,
  "drop-handler": dropHandler,
  empty: values.empty,
  "drop-entry": values.dropEntry,
  "swap-word": values.swapWord,
  "flip-boolean": values.flipBoolean,
  "off-by-one": values.offByOne
} as const satisfies Record<string, Operator>

/** The name of an operator. */
export type OperatorName = keyof typeof operators
