/** A check for functions of the program, whose types are the program's. */
export const isFunction = (value: unknown): value is (...values: ReadonlyArray<unknown>) => unknown =>
  typeof value === "function"
