// Neutral values by the type that a function returns: what a function returns that does nothing.

/** Returns the neutral values of a type as texts of code; none where the type names none. */
export const neutralsOf = (type: string): ReadonlyArray<string> => {
  const effect = /^Effect\.Effect<([^,]+?)(?:,[^]*)?>$/.exec(type)?.[1]
  if (effect !== undefined) {
    return effect === "void" ? ["Effect.void"] : neutralsOf(effect).map((value) => `Effect.succeed(${value})`)
  }
  if (type === "boolean") return ["true", "false"]
  if (type === "void" || type.endsWith("| undefined")) return ["undefined"]
  if (type === "string") return ['""']
  if (type === "number") return ["0"]
  if (type === "Outcome.Outcome") return ["Outcome.empty"]
  return /^(?:Readonly)?Array<[^]*>$/.test(type) ? ["[]"] : []
}
