/** Distinguishes a command that an agent has started from one that the user has started. */
import { agentPackages, agentPrograms, agentVariables } from "@hookline/dialects/kit/agentProcesses"
import * as fs from "node:fs"

/** A process above this one: its id, the name under which the system knows it, and its first words. */
export interface Ancestor {
  readonly pid: number
  readonly name: string
  readonly words: ReadonlyArray<string>
}

/** Limits the words of a process: an interpreter may have several options before its script. */
const mostWords = 24

/** Limits the way up, which ends at the first process of the system. */
const highest = 256

/** Returns the processes above this one, the nearest first, as far as the system shows them. */
export const ancestors = (pid: number = process.ppid, proc = "/proc"): ReadonlyArray<Ancestor> => {
  const found: Array<Ancestor> = []
  try {
    for (let at = pid; at > 1 && found.length < highest;) {
      const stat = fs.readFileSync(`${proc}/${at}/stat`, "utf8")
      // A name may have brackets and blanks in it.
      const end = stat.lastIndexOf(")")
      const words = fs.readFileSync(`${proc}/${at}/cmdline`, "utf8").split("\0").slice(0, mostWords)
      found.push({ pid: at, name: stat.slice(stat.indexOf("(") + 1, end), words })
      at = Number(stat.slice(end + 2).split(" ")[1])
    }
  } catch {
    // Systems without these files, or a process that has ended: the variables are left.
  }
  return found
}

const baseName = (file: string): string => file.slice(file.lastIndexOf("/") + 1).replace(/\.(?:[cm]?js|py|exe)$/, "")

/** Programs that run the program in their first argument. */
const interpreters = /^(?:node|bun|deno|python[\d.]*|ruby|uv|npx|sh|bash|env)$/

/** Options of interpreters that take the next word, and those after which there is no script but a text. */
const withValue = /^(?:-r|-C|--require|--import|--loader|--experimental-loader|--conditions|--env-file|-W|-X|-o)$/
const withText = /^(?:-[a-z]*c|-e|-p|--eval|--print)$/

/** Returns the script that an interpreter runs. */
const scriptOf = (words: ReadonlyArray<string>): string | undefined => {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (withText.test(word)) return undefined
    if (withValue.test(word)) at++
    else if (!word.startsWith("-")) return word
  }
  return undefined
}

/** Checks whether a process is an agent, by its program or by the package of its script. */
export const isAgent = ({ name, words: [first = "", ...rest] }: Omit<Ancestor, "pid">): boolean => {
  const script = (interpreters.test(baseName(first)) ? scriptOf(rest) : undefined) ?? ""
  return (
    [name, baseName(first), baseName(script)].some((one) => agentPrograms.has(one)) ||
    agentPackages.test(first) ||
    agentPackages.test(script)
  )
}

/** Returns the agent that has started this process, and the evidence for it, or `undefined` if there is none. */
export const agentAround = (
  env: Readonly<Record<string, string | undefined>>,
  above: ReadonlyArray<Omit<Ancestor, "pid">>
): string | undefined => {
  for (const [name, agent] of agentVariables) {
    const found = Object.keys(env).find((key) => name.test(key) && env[key] !== undefined && env[key] !== "")
    if (found !== undefined) return `${agent} (${found} is set)`
  }
  const process = above.find(isAgent)
  return process === undefined ? undefined : `${process.name} (a process above this one)`
}
