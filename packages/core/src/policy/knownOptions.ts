/**
 * Checks the names of the options that a program gives to a layer. One that is unknown stops the building with a sentence,
 * because it compiles in a variable, and what it was meant to limit would not be limited.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { strangeIn } from "../discover/Suggestions.ts"

/**
 * Dies of an option that has none of these names. Their type keeps the list complete.
 *
 * @category checks
 * @since 0.1.0
 */
export const known = <Options extends object>(
  what: string,
  options: Options,
  names: Readonly<Record<keyof Options, true>>
): Effect.Effect<void> => {
  const strange = strangeIn(options, Object.keys(names))
  return strange === undefined ? Effect.void : Effect.die(new Error(`${what}: ${strange}`))
}
