/** Ends of a command that take the place of a guard's exit code, so that its denials by exit code pass. */

/** Replaces what a shell does not read as its own words and operators by as many letters, so that offsets stay. */
const masked = (text: string): string =>
  text
    .replaceAll(
      /\\.|'[^']*'|"(?:[^"\\]|\\.)*"|(?<=^|[\s;])#[^\n]*|\$\{[^}]*(?:\}|$)|(?<!\d)\d+[<>]&[\d-]|[<>]&[\d-]|&>>?/gs,
      (part) => (part.startsWith("#") ? " " : "x").repeat(part.length)
    )
    .replaceAll(/\$\((?:[^()]|\([^()]*\))*(?:\)|$)|`[^`]*(?:`|$)/gs, (part) => "x".repeat(part.length))

/** A part of a command, and the operator before it. */
interface Part {
  readonly operator: string
  /** The offset of the operator. */
  readonly from: number
  readonly start: number
  readonly end: number
}

const operators = /\|\||&&|\|&|[|;&\n]/y

/** Divides a text at the operators outside of brackets. Returns no parts if brackets do not match, as in a `case`. */
const partsOf = (mask: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let [depth, from, start, operator] = [0, 0, 0, ""]
  for (let at = 0; at < mask.length; at++) {
    const character = mask.charAt(at)
    if (character === "(" || (character === "{" && /\s/.test(mask.charAt(at + 1)))) depth++
    else if (character === ")" || (character === "}" && /[\s;]/.test(mask.charAt(at - 1)))) depth--
    if (depth < 0) return []
    operators.lastIndex = at
    const found = depth === 0 ? operators.exec(mask)?.[0] : undefined
    if (found === undefined) continue
    parts.push({ operator, from, start, end: at })
    ;[operator, from, start] = [found, at, at + found.length]
    at = start - 1
  }
  parts.push({ operator, from, start, end: mask.length })
  // Ends of lines beside another operator end no command.
  return parts.filter((part) => mask.slice(part.start, part.end).trim() !== "" || part.operator === "&")
}

/** Matches a program by its path, or a script by its ending. */
const file = /[\w}"')~]\/[\w.]|^\.{0,2}\/|\.(?:sh|bash|py|js|mjs|ts|rb|pl)\b/

/** Checks for a script in a text: comments, which the mask has as blanks, and devices name none. */
const namesScript = (text: string, mask: string): boolean => {
  const bare = text.replaceAll(/\S/g, (character, at: number) => (mask.charAt(at) === " " ? " " : character))
  return file.test(bare.replaceAll(/\/dev\/\w+/g, "").trim())
}

/** Matches what decides the exit code itself, or reads that of the part before. */
const decides = /\bexit\s+(?!0\b)|\bpipefail\b|PIPESTATUS|\bwait\b|\$\?/

/** Matches what ends a shell at the first command that fails. */
const stops = /\bset\s+-\w*e|\berrexit\b/

/** Matches programs that end with 0, whatever ran before. */
const succeeds = /^(?:(?:\S*\/)?(?:true|echo|printf|logger|date|touch)(?![^\s;])|:(?![^\s;])|exit\s+0$)/

/** Matches programs that pass on what they read, and end with their own exit code. */
const filters =
  /^(?:\S*\/)?(?:tee|cat|logger|jq|e?grep|head|tail|sed|g?awk|cut|sort|uniq|tr|wc|column|fold|less|more|ts)(?![^\s;])/

/** Returns the inside of brackets that are all of a text, but for redirections behind them. */
const insideOf = (mask: string): { readonly start: number; readonly end: number } | undefined => {
  const [before] = /^\s*(?:\(|\{\s)/.exec(mask) ?? []
  if (before === undefined) return undefined
  // Up to the last bracket: what is behind it can only be redirections.
  const end = Math.max(mask.lastIndexOf(")"), mask.lastIndexOf("}"))
  const start = before.length
  if (end < start) return undefined
  return partsOf(mask.slice(start, end)).length === 0 ? undefined : { start, end }
}

/** The number of brackets and shells in each other that are read. */
const deepest = 32

/** Checks whether a part ends with 0. One that writes an object gives an answer of its own. */
const isSuccess = (mask: string, text: string, depth = 0): boolean => {
  // The strict answer, because each level is read again.
  if (depth > deepest) return true
  const inside = insideOf(mask)
  if (inside !== undefined) {
    const last = partsOf(mask.slice(inside.start, inside.end)).at(-1)
    if (last === undefined) return false
    const [start, end] = [inside.start + last.start, inside.start + last.end]
    return isSuccess(mask.slice(start, end), text.slice(start, end), depth + 1)
  }
  return succeeds.test(mask.trim()) && !text.includes("{")
}

/** Matches a shell with a text, which is all of a command. */
const shell =
  /^\s*(?:(?:exec|env|sudo|doas|nohup|nice|time|command)\s+(?:-[A-Za-z-]+\s+)*|timeout\s+(?:-\S+\s+)*[\d.]\S*\s+|\w+=\S*\s+)*(?:\S*\/)?(?:ba|da|z|k)?sh\s+((?:-\w+\s+)*-\w*c)\s+('[^']*'|"(?:[^"\\]|\\.)*")(?:\s+[^|&;\n]*)?$/s

/** Returns the text of a shell that a command starts. */
const textOfShell = (text: string): string | undefined => {
  const [, options = "", quoted] = shell.exec(text) ?? []
  if (quoted === undefined) return undefined
  const inner = quoted.startsWith("'") ? quoted.slice(1, -1) : quoted.slice(1, -1).replaceAll(/\\(["$`\\])/g, "$1")
  return /-\w*e/.test(options) ? `set -e; ${inner}` : inner
}

/** The end of a command, and the reason for which it hides an exit code. */
export interface HiddenExit {
  readonly end: string
  readonly why: string
}

const whyOf = ({ operator }: Part, mask: string, text: string, whole: string): string | undefined => {
  switch (operator) {
    case "&":
      return mask.trim() === "" ? "goes on without the answer" : undefined
    case "||":
      return isSuccess(mask, text) ? "lets every other exit code end with 0" : undefined
    case ";":
    case "\n":
      return isSuccess(mask, text) && !stops.test(whole) ? "ends with 0 whatever ran before" : undefined
    case "|":
    case "|&":
      return filters.test(mask.trim()) && !/\bjq\b.*\{/s.test(text) ? "ends with its own exit code" : undefined
    default:
      return undefined
  }
}

/**
 * Returns the end of a command that hides the exit code of the script before it, and the reason, or `undefined` if it has no
 * such end. A denial in JSON on its standard output still counts.
 */
export const hiddenExit = (command: string): HiddenExit | undefined => hiddenAt(command, 0)

const hiddenAt = (command: string, depth: number): HiddenExit | undefined => {
  if (depth > deepest)
    return { end: command.slice(0, 40), why: "may hide an exit code, because it is nested too deeply to be read" }
  const mask = masked(command)
  if (decides.test(mask)) return undefined
  const last = partsOf(mask).at(-1)
  if (last === undefined) return undefined
  const [maskOf, text] = [mask, command].map((each) => each.slice(last.start, last.end))
  if (maskOf === undefined || text === undefined) return undefined
  const why = whyOf(last, maskOf, text, mask)
  if (why !== undefined)
    return namesScript(command.slice(0, last.from), mask) ? { end: command.slice(last.from).trim(), why } : undefined
  if (last.operator.startsWith("|")) return undefined
  const inside = insideOf(maskOf)
  const inner = inside === undefined ? textOfShell(text) : text.slice(inside.start, inside.end)
  return inner === undefined ? undefined : hiddenAt(inner, depth + 1)
}
