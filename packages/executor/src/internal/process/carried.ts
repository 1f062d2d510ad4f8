/**
 * Variables for a command inside a wrapping program that must not reach the wrapping program. They pass it under names of
 * no meaning, and a shell inside of it sets them.
 */
import type { Variables } from "../../HookEnv.ts"
import { canAssign } from "./shellText.ts"

export interface Carried {
  /** The variables of the wrapping program besides its own. */
  readonly variables: Variables
  /** The words before the command inside the wrapping program. */
  readonly words: ReadonlyArray<string>
}

/** Checks whether a shell can set a variable for the program that it becomes. What it sets for itself has no effect. */
const canCarry = (name: string): boolean => canAssign(name) || /^(?:LANG|LC_[A-Z]+|ENV|BASH_ENV)$/.test(name)

/** Returns the differences between the environments outside and inside of a wrapping program. */
export const carried = (outside: Variables, inside: Variables): Carried => {
  const variables: Record<string, string> = {}
  const lines: Array<string> = []
  for (const [name, value] of Object.entries(inside)) {
    if (outside[name] === value || !canCarry(name)) continue
    const carrier = `HOOKLINE_CARRIED_${lines.length}`
    variables[carrier] = value
    // A wrapping program that cuts the environment cuts this variable, too.
    lines.push(`if [ "\${${carrier}+set}" ]; then export ${name}="$${carrier}"; unset ${carrier}; fi`)
  }
  for (const name of Object.keys(outside))
    if (!Object.hasOwn(inside, name) && canCarry(name)) lines.push(`unset ${name}`)
  return { variables, words: ["/bin/sh", "-c", [...lines, 'exec "$@"'].join("\n"), "sh"] }
}
