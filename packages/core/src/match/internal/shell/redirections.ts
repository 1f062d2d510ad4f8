// Redirections: files, descriptors, here-documents and here-strings.
import { giveUp } from "./Budget.ts"
import type { Draft, Reader } from "./Reader.ts"
import { readSomeWord } from "./words.ts"

const operator = /&>>?|<<<|<<-?|[<>]&-?|<>|>>|>\||<|>/y
/** Delimiters that all shells read in one way. */
const quoted = /[ \t]*(?:'[^'\n]*'|"[^"\n$`\\]*")(?=[ \t\n;&|<>()]|$)/y
const unquoted = /[ \t]*[\w.-]+(?=[ \t\n;&|<>()]|$)/y
/** Targets that are no files. */
const noFile = /^(?:\d+|-|\/dev\/(?:null|stderr|stdout))$/

/** Checks whether a redirection begins here, and not a substitution of a process. */
export const isRedirection = ({ char, next }: Reader): boolean =>
  (char === "&" && next === ">") || ((char === "<" || char === ">") && next !== "(")

/** Reads a redirection of a command. */
export const readRedirection = (reader: Reader, command: Draft): void => {
  const sign = reader.match(operator) ?? giveUp()
  if (reader.is("\\\n")) giveUp()
  if (sign === "<<" || sign === "<<-") {
    const inQuotes = reader.match(quoted)?.trimStart().slice(1, -1)
    reader.documents.push({
      delimiter: inQuotes ?? reader.match(unquoted)?.trimStart() ?? giveUp(),
      isQuoted: inQuotes !== undefined,
      isIndented: sign === "<<-",
      command
    })
    return
  }
  // This closes a descriptor: no word belongs to it.
  if (sign.endsWith("&-")) return
  reader.blanks()
  const word = readSomeWord(reader)
  const { isKnown, program, text } = word
  // Behind this sign bash expands a word twice, so that quotes hide nothing.
  if (sign.endsWith("&") && /[$`]/.test(text)) giveUp()
  if (sign === "<<<") command.inputs.push({ text, isKnown })
  else if (sign.startsWith("<")) command.inputs.push({ text: "", isKnown: false })
  if (sign === "<<<" || noFile.test(text)) return
  const writes = !sign.startsWith("<") || sign === "<>"
  command.files.push({ word, writes })
  if (writes) command.targets.push(program)
}
