// `sed`, whose scripts may run commands: `1e ls`, `s/a/b/e`.
import { isMarked, marked } from "./builtNames.ts"
import type { Word } from "./Script.ts"
import type { Verdicts } from "./Verdicts.ts"

const address = String.raw`(?:\d+|\$|\uE000|[+~]\d+)(?:~(?:\d+|\uE000))?|(?:\/|\\[^\n\\])`
const addressAt = new RegExp(String.raw`[\s;{}]*(${address})?`, "y")
const secondAt = new RegExp(String.raw`[ \t]*,[ \t]*(?:${address})`, "y")
const commandAt = /[ \t]*(?:![! \t]*)?([^\s;{}]|[{}]|$)/y
/** Commands that take no argument, or only a number. */
const bareAt = /[ \t]*\d*[ \t]*(?=[;\n}#]|$)/y
const lineAt = /(?:[^\n\\]|\\[^])*/y
const flagsAt = /[gpiImM\d]*(?:w[^\n]*)?[ \t]*(?=[;\n}#]|$)/y

/** Reads a script as far as it is understood. Returns true if it certainly runs no command. */
export const isHarmless = (script: string): boolean => {
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(script) ?? undefined
    if (found !== undefined) at += found[0].length
    return found
  }
  /** Reads up to, and with, an unescaped delimiter. */
  const part = (delimiter: string, isPattern: boolean): boolean => {
    for (; at < script.length; at++) {
      if (script[at] === delimiter) return ++at > 0
      if (isPattern && script[at] === "[") {
        const set = match(/\[\^?\]?[^\]\n]*\]/y)?.[0]
        // Programs differ in whether a delimiter ends a set.
        if (set === undefined || set.includes(delimiter)) return false
        at--
      }
      if (script[at] === "\\") at++
    }
    return false
  }
  /** Reads the rest of an address whose pattern has begun. */
  const address = (begun: string | undefined): boolean =>
    begun === undefined || !/[/\\]/.test(begun) || (part(begun.at(-1) ?? "", true) && match(/[IM]*/y) !== undefined)
  while (at < script.length) {
    const first = match(addressAt)?.[1]
    if (!address(first)) return false
    const second = match(secondAt)
    if (second !== undefined && !address(second[0])) return false
    const command = match(commandAt)?.[1]
    switch (command) {
      case undefined:
        return false
      case "":
        // A lone value of the shell may be any script.
        if (first !== undefined) return false
        continue
      case "{":
      case "}":
        continue
      case "#":
        match(/[^\n]*/y)
        continue
      case "s":
      case "y": {
        const delimiter = script[at++] ?? "\n"
        if (/[\n\\\uE000]/.test(delimiter) || !part(delimiter, command === "s") || !part(delimiter, false)) return false
        if (match(command === "s" ? flagsAt : bareAt) === undefined) return false
        continue
      }
      case "a":
      case "i":
      case "c":
        match(lineAt)
        continue
      case "r":
      case "R":
      case "w":
      case "W":
        match(/[^\n]*/y)
        continue
      case ":":
      case "b":
      case "t":
      case "T":
        // Programs differ in whether a semicolon ends a label.
        if (match(/[ \t]*\w*[ \t]*(?=[;\n}]|$)/y) === undefined) return false
        continue
      default:
        if (!/[=dDgGhHlLnNpPqQxzF]/.test(command) || match(bareAt) === undefined) return false
    }
  }
  return true
}

const options =
  /^-(?:[nErsuz]*|-(?:quiet|silent|debug|posix|regexp-extended|separate|unbuffered|null-data|sandbox|in-place)(?:=.*)?|[nErsuz]*i[^\uE000]*)$/
const withScript = /^(?:-[nErsuz]*e|--expression=)([^]*)$/

/** Checks whether `sed` may run a command. */
export const judgeSed = (judge: Verdicts, rest: ReadonlyArray<Word>): boolean => {
  const words = rest.map(({ isKnown, text }) => (isKnown ? text : marked(text)))
  const scripts: Array<string> = []
  let first: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    const script = withScript.exec(word)?.[1]
    if (script === "" || word === "--expression") scripts.push(words[++at] ?? "")
    else if (word === "-l" || word === "--line-length") at++
    else if (script !== undefined) scripts.push(script)
    else if (word === "--") first ??= words[++at]
    else if (!word.startsWith("-")) first ??= word
    // A file has the script, or an option is not known.
    else if (!options.test(word)) return true
  }
  if (scripts.length === 0) scripts.push(first ?? "")
  const script = scripts.join("\n")
  return (isMarked(script) && judge.whole.isNamed) || !isHarmless(script)
}
