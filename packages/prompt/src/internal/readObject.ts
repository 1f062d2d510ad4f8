/** An object that is meant as a verdict: its judgement, or the reason for which it is none. */
import * as Result from "effect/Result"
import type { Judgement } from "../Judgement.ts"
import type { Found } from "./objects.ts"

const decisions: Readonly<Record<string, boolean>> = { approve: true, allow: true, block: false, deny: false }

/** The fields that decide. Each may occur once, and must be valid. */
const deciding = ["ok", "decision", "impossible"] as const

/** A judgement, or the problem of the object. */
export type Read = Result.Result<Judgement, string>

/** Returns a field. `null` counts as absent, because many models write it so. */
const fieldOf = ({ value }: Found, name: string): unknown => value[name] ?? undefined

const reasonOf = (found: Found): string | undefined => {
  const reason = fieldOf(found, "reason")
  return reason === undefined || typeof reason === "string" ? reason : JSON.stringify(reason)
}

/** Parses the word of a decision. Returns `undefined` for an unknown word. */
const decided = (word: unknown): boolean | undefined => {
  const known = typeof word === "string" ? word.trim().toLowerCase() : ""
  return Object.hasOwn(decisions, known) ? decisions[known] : undefined
}

/** Reads an object as a judgement. Returns `undefined` if it is not meant as one. */
export const readObject = (found: Found): Read | undefined => {
  const [ok, decision, impossible] = deciding.map((name) => fieldOf(found, name))
  if (!Object.hasOwn(found.value, "ok") && !Object.hasOwn(found.value, "decision")) return undefined
  const twice = deciding.find((name) => found.keys.indexOf(name) !== found.keys.lastIndexOf(name))
  if (twice !== undefined) return Result.fail(`it has ${twice} twice`)
  if (ok === undefined && decision === undefined) return Result.fail("its verdict is null")
  if (ok !== undefined && typeof ok !== "boolean") return Result.fail("its ok is neither true nor false")
  const byWord = decided(decision)
  if (decision !== undefined && byWord === undefined) return Result.fail("its decision is no word that is known")
  if (ok !== undefined && byWord !== undefined && ok !== byWord) return Result.fail("its ok and its decision disagree")
  if (impossible !== undefined && typeof impossible !== "boolean") {
    return Result.fail("its impossible is neither true nor false")
  }
  const reason = reasonOf(found)
  return Result.succeed({
    ok: ok ?? byWord === true,
    ...(reason !== undefined && { reason }),
    ...(impossible !== undefined && { impossible })
  })
}
