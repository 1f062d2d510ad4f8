// The commands in a line for the shell, as far as its text tells: those behind `&&`, `;` and `|`, in subshells, in `$( )`
// and backticks. Nothing is left out; a text that can't be taken apart is nobody's guess.

interface Word {
  readonly text: string
  /** Where it begins in the command's own text. */
  readonly start: number
}

export interface Command {
  readonly raw: string
  readonly words: ReadonlyArray<Word>
}

export interface Line {
  readonly commands: ReadonlyArray<Command>
  /** Whether the shell puts something in the place of variables or of commands. */
  readonly expands: boolean
  /** Whether even the name of a command is something that only the shell will know. */
  readonly isNameUnknown: boolean
}

const assignment = /^[A-Za-z_]\w*\+?=/
const keyword = /^(?:if|then|else|elif|do|while|until|time|!|\{)$/
const redirection = /^\d*[<>]/

/** Where in its words the command's name stands: behind assignments, redirections and the shell's own words. */
export const nameAt = (words: ReadonlyArray<Word>): number => {
  let at = 0
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? ""
    if (assignment.test(text) || keyword.test(text)) continue
    if (!redirection.test(text)) break
    // `> file` is two words, `>file` is one.
    if (/[<>]$/.test(text)) at++
  }
  return at
}

class Reader {
  readonly commands: Array<Command> = []
  expands = false
  isNameUnknown = false
  readonly #text: string
  #from = 0
  #words: Array<Word> = []
  #word: { text: string; start: number } | undefined

  constructor(text: string) {
    this.#text = text
  }

  endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word)
    this.#word = undefined
  }

  endCommand(at: number, next: number): void {
    this.endWord()
    if (this.#words.length > 0)
      this.commands.push({ raw: this.#text.slice(this.#from, at).trimEnd(), words: this.#words })
    this.#words = []
    this.#from = next
  }

  add(text: string, at: number): void {
    this.#word ??= { text: "", start: at - this.#from }
    this.#word.text += text
  }

  /** Something stands here that the shell replaces. */
  expand(): void {
    this.expands = true
    const word = this.#word === undefined ? [] : [this.#word]
    const isValue = this.#word !== undefined && assignment.test(this.#word.text)
    if (!isValue && nameAt([...this.#words, ...word]) >= this.#words.length) this.isNameUnknown = true
  }
}

const hereDocument = /<<[-~]?[ \t]*(["']?)([\w.-]+)\1/y
const shell = /(?:^|[\s/;&|(])(?:ba|z|da|k|fi)?sh\b/

interface HereDocument {
  readonly delimiter: string
  readonly isQuoted: boolean
}

const mostDocuments = 8

/** Where the lines that are fed to a command end; nothing where they may be commands themselves. */
const afterDocument = (text: string, from: number, { delimiter, isQuoted }: HereDocument): number | undefined => {
  if (shell.test(text.slice(0, from))) return undefined
  let start = from
  while (start < text.length) {
    const end = text.indexOf("\n", start)
    const line = text.slice(start, end === -1 ? text.length : end)
    if (line.trim() === delimiter) return start + line.length
    if (end === -1 || (!isQuoted && /`|\$\(/.test(line))) return undefined
    start = end + 1
  }
  return undefined
}

/** Takes a line apart; nothing where a quote or a bracket stays open. */
export const readLine = (text: string): Line | undefined => {
  const reader = new Reader(text)
  /** What closes what is open, the innermost last. */
  const open: Array<string> = []
  const documents: Array<HereDocument> = []
  let commentEnd = -1
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ""
    const next = text[at + 1] ?? ""
    const isQuoted = open.at(-1) === `"`
    if (char === "\\") {
      if (next !== "\n") reader.add(next, at)
      at++
    } else if (char === `"`) {
      reader.add("", at)
      if (isQuoted) open.pop()
      else open.push(`"`)
    } else if (char === "$" && next === "(") {
      reader.expand()
      reader.endCommand(at, at + 2)
      open.push(")")
      at++
    } else if (char === "`") {
      const isEnd = open.at(-1) === "`"
      if (!isEnd) reader.expand()
      reader.endCommand(at, at + 1)
      if (isEnd) open.pop()
      else open.push("`")
    } else if (char === "$" && /[\w{@*#?!$-]/.test(next)) {
      reader.expand()
      reader.add(char, at)
    } else if (isQuoted) reader.add(char, at)
    // In `$'…'` a backslash hides a quote, and nowhere else.
    else if (char === "$" && next === "'") return undefined
    // Shells differ in whether this is a comment. It only matters where a quote stands in it.
    else if (char === "#" && at > commentEnd && /[\s;&|()]/.test(text[at - 1] ?? " ")) {
      const end = text.indexOf("\n", at)
      commentEnd = end === -1 ? text.length : end
      if (/["'`]/.test(text.slice(at, commentEnd))) return undefined
      reader.add(char, at)
    } else if (text.startsWith("<<", at) && !text.startsWith("<<<", at)) {
      hereDocument.lastIndex = at
      const [whole, quote, delimiter] = hereDocument.exec(text) ?? []
      if (whole === undefined || delimiter === undefined || documents.length === mostDocuments) return undefined
      documents.push({ delimiter, isQuoted: quote !== "" })
      at += whole.length - 1
    } else if (text.startsWith("<<<", at)) at += 2
    else if (char === "'") {
      const end = text.indexOf("'", at + 1)
      if (end === -1) return undefined
      reader.add(text.slice(at + 1, end), at)
      at = end
    } else if (char === "(" || char === ")") {
      reader.endCommand(at, at + 1)
      if (char === "(") open.push(")")
      // One that closes nothing ends a pattern of `case`.
      else if (open.at(-1) === ")") open.pop()
    } else if (char === "&" && (/[<>]/.test(text[at - 1] ?? "") || next === ">")) reader.add(char, at)
    else if (char === "\n") {
      let end: number | undefined = at
      for (const document of documents.splice(0)) {
        end = afterDocument(text, end + 1, document)
        if (end === undefined) return undefined
      }
      reader.endCommand(at, end + 1)
      at = end
    } else if (";&|".includes(char)) reader.endCommand(at, at + 1)
    else if (/\s/.test(char)) reader.endWord()
    else reader.add(char, at)
  }
  reader.endCommand(text.length, text.length)
  const { commands, expands, isNameUnknown } = reader
  return open.length === 0 ? { commands, expands, isNameUnknown } : undefined
}
