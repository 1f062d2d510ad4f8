/** The variables that a program that confines sets for the confined one, and those that it unsets. */
import type { Program } from "@hookline/core/Sandbox"

export interface Variables {
  readonly set: ReadonlyArray<readonly [name: string, value: string]>
  readonly unset: ReadonlyArray<string>
}

/** A variable by which Perl does not complain about a locale that is missing. */
export const quiet = { PERL_BADLANG: "0" } as const

/** Returns the variables. What a wrapping program has not changed keeps its value. */
export const variablesOf = ({ env, outer }: Program, folder: string): Variables => {
  const own = { ...env, TMPDIR: folder }
  if (outer === undefined) return { set: Object.entries(own), unset: [] }
  return {
    set: Object.entries(own).filter(([name, value]) => outer[name] !== value),
    unset: Object.keys({ ...outer, ...quiet }).filter((name) => !Object.hasOwn(own, name))
  }
}
