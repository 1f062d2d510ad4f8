// The commands in a shell line, as far as its text shows: after `&&`, `;` and `|`, in subshells, in `$( )` and
// backticks. No command is omitted; a line that can't be parsed gives `undefined`.

interface Word {
  readonly text: string
  /** The offset in the command's text. */
  readonly start: number
}

export interface Command {
  readonly raw: string
  readonly words: ReadonlyArray<Word>
}

export interface Line {
  readonly commands: ReadonlyArray<Command>
  /** True if the shell substitutes variables or commands. */
  readonly expands: boolean
  /** True if the name of a command results from a substitution. */
  readonly isNameUnknown: boolean
}

const assignment = /^[A-Za-z_]\w*\+?=/
const keyword = /^(?:if|then|else|elif|do|while|until|time|!|\{)$/
const redirection = /^\d*[<>]/

/** Returns the index of the command's name in its words: after assignments, redirections and keywords. */
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

  /** Records a substitution at this point. */
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

/** Returns the offset after a here-document, or `undefined` if its lines may contain commands. */
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

/** Parses a line. Returns `undefined` if a quote or a bracket is not closed. */
export const readLine = (text: string): Line | undefined => {
  const reader = new Reader(text)
  /** The closing characters of open brackets, the innermost last. */
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
    // Only in `$'…'` a backslash escapes a quote.
    else if (char === "$" && next === "'") return undefined
    // Shells differ in whether this begins a comment, which only matters if a quote follows.
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
      // An unbalanced bracket ends a pattern of `case`.
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
