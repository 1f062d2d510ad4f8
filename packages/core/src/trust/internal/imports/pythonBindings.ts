// The names that a script of Python binds, and the modules that it imports.
import { Bindings } from "./Bindings.ts"
import type { Expression, Expressions } from "./Expression.ts"

/** An import of a module, with the names that are taken from it. */
export interface Import {
  /** The module as written, with its leading dots. */
  readonly module: string
  /** The names that are taken from the module, or `undefined` for the module itself. */
  readonly names: ReadonlyArray<string> | undefined
}

/** Limits the expressions that functions of one name return. Where there are more none is known. */
const mostReturned = 40
/** Words and signs by which names are bound. */
const binding = /^(?:import|def|lambda|class|for|case|as|.{0,3}=)$/
const starts = /^(?:\n|;|:|)$/
const augmented = /^(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)=$/
const keyword =
  /^(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield|None|True|False)$/

/** Reads the bindings and imports of a list of tokens. */
export class PythonBindings {
  readonly bindings: Bindings
  readonly imports: Array<Import> = []
  readonly #source: Expressions
  readonly #depths: ReadonlyArray<number>

  constructor(source: Expressions, bindings: Bindings, hasImportsAlone = false) {
    this.#source = source
    this.bindings = bindings
    if (hasImportsAlone) {
      this.#depths = []
      for (const [at, { kind, text }] of source.tokens.entries())
        if (kind === "name" && text === "import") this.#import(at)
      return
    }
    const depths: Array<number> = []
    let depth = 0
    for (const { kind, text } of source.tokens) {
      if (kind === "sign" && ")]}".includes(text)) depth--
      depths.push(depth)
      if (kind === "sign" && "([{".includes(text)) depth++
    }
    this.#depths = depths
    this.#read()
  }

  #isName(at: number): boolean {
    const token = this.#source.tokens[at]
    return token?.kind === "name" && !keyword.test(token.text)
  }

  #read(): void {
    const { tokens } = this.#source
    for (let at = 0; at < tokens.length; at++) {
      const word = this.#source.sign(at)
      if (!binding.test(word)) continue
      const before = this.#source.sign(at - 1)
      const after = this.#source.sign(at + 1)
      if (word === "import" && tokens[at]?.kind === "name") this.#import(at)
      else if (word === "def" || word === "lambda") this.#function(at)
      else if (word === "class") this.bindings.bind(after, undefined)
      else if (word === "for") this.#loop(at)
      else if (word === "case" && starts.test(before)) this.#open(at + 1, this.#endOfStatement(at))
      else if (word === "as" && !this.#isImport(at) && this.#isName(at + 1)) this.bindings.bind(after, undefined)
      else if (word === "=" && this.#depths[at] === 0) this.#assignment(at)
      else if (word === ":=" && this.#isName(at - 1)) this.bindings.bind(before, this.#value(at + 1))
      else if (augmented.test(word) && this.#isName(at - 1) && this.#source.sign(at - 2) !== ".")
        this.bindings.bind(before, undefined)
    }
  }

  #endOfStatement(at: number): number {
    const { tokens } = this.#source
    let end = at
    while (end < tokens.length && tokens[end]?.kind !== "line" && this.#source.sign(end) !== ";") end++
    return end
  }

  #startOfStatement(at: number): number {
    const { tokens } = this.#source
    let start = at
    while (start > 0 && tokens[start - 1]?.kind !== "line" && this.#source.sign(start - 1) !== ";") start--
    return start
  }

  #isImport(at: number): boolean {
    for (let start = at; start > this.#startOfStatement(at) - 1; start--)
      if (this.#source.sign(start) === "import") return true
    return false
  }

  /** Returns the expression at an index, or `undefined` if more follows than an expression. */
  #value(at: number): Expression | undefined {
    const { expression, next } = this.#source.at(at)
    const token = this.#source.tokens[next]
    return token === undefined || token.kind === "line" || /^[;)\]}:,=]$/.test(token.text) ? expression : undefined
  }

  #assignment(at: number): void {
    const start = this.#startOfStatement(at)
    const end = this.#endOfStatement(at)
    const value = this.#value(at + 1)
    // A tuple has a comma outside of brackets.
    const isTuple = (from: number, to: number): boolean => {
      for (let one = from; one < to; one++)
        if (this.#source.sign(one) === "," && this.#depths[one] === this.#depths[at]) return true
      return false
    }
    const targets = [start, ...this.#afterColons(start, at)]
    if (isTuple(start, at)) return this.#open(start, at)
    const last = this.#isName(at - 1) && this.#source.sign(at - 2) !== "." ? at - 1 : this.#annotated(start, at)
    if (last === undefined) return
    if (targets.length === 0) return
    // Of several targets each has the value behind the last sign.
    let lastSign = at
    for (let one = at; one < end; one++) if (this.#source.sign(one) === "=" && this.#depths[one] === 0) lastSign = one
    const bound = lastSign === at ? value : this.#value(lastSign + 1)
    this.bindings.bind(this.#source.sign(last), isTuple(lastSign + 1, end) ? undefined : bound)
  }

  /** Returns the indices behind the colons of a statement such as `if x: y = z`. */
  #afterColons(start: number, end: number): ReadonlyArray<number> {
    const found: Array<number> = []
    for (let at = start; at < end; at++)
      if (this.#source.sign(at) === ":" && this.#depths[at] === this.#depths[start]) found.push(at + 1)
    return found
  }

  /** Returns the index of the name of `x: T = y`. */
  #annotated(start: number, end: number): number | undefined {
    for (let at = end - 1; at > start; at--)
      if (this.#source.sign(at) === ":" && this.#isName(at - 1) && this.#source.sign(at - 2) !== ".") return at - 1
    return undefined
  }

  /** Binds all names of a part to what is not known. */
  #open(from: number, to: number): void {
    for (let at = from; at < to; at++)
      if (this.#isName(at) && this.#source.sign(at - 1) !== ".") this.bindings.bind(this.#source.sign(at), undefined)
  }

  #loop(at: number): void {
    const { tokens } = this.#source
    let end = at + 1
    while (end < tokens.length && this.#source.sign(end) !== "in" && tokens[end]?.kind !== "line") end++
    if (end !== at + 2 || !this.#isName(at + 1)) return this.#open(at + 1, end)
    const { expression } = this.#source.at(end + 1)
    const name = this.#source.sign(at + 1)
    if (expression._tag !== "List") return this.bindings.bind(name, undefined)
    for (const item of expression.items) this.bindings.bind(name, item)
  }

  #function(at: number): void {
    const isNamed = this.#source.sign(at) === "def"
    const start = isNamed ? at + 2 : at
    let end = isNamed ? this.#source.endOf(start) : at + 1
    if (!isNamed)
      while (
        end < this.#source.tokens.length &&
        this.#source.sign(end) !== ":" &&
        this.#source.tokens[end]?.kind !== "line"
      )
        end++
    for (let one = start + 1; one < end; one++)
      if (this.#isName(one) && /^(?:[(,]|\*\*?|lambda)$/.test(this.#source.sign(one - 1)))
        this.bindings.bind(this.#source.sign(one), undefined)
    if (isNamed) this.#returned(at, end)
  }

  /** Notes what a function returns, if it is defined once. */
  #returned(at: number, end: number): void {
    const { tokens } = this.#source
    const name = this.#source.sign(at + 1)
    const known = this.bindings.returned.get(name) ?? []
    if (known.length >= mostReturned) return void this.bindings.returned.set(name, [{ _tag: "Other" }])
    const outer = this.#indentOf(at)
    const found: Array<Expression> = []
    for (let one = end + 1; one < tokens.length; one++) {
      const token = tokens[one]
      const next = tokens[one + 1]
      if (token?.kind === "line" && next !== undefined && next.kind !== "line" && (token.indent ?? 0) <= outer) break
      if (this.#source.sign(one) === "return") found.push(this.#value(one + 1) ?? { _tag: "Other" })
      else if (this.#source.sign(one) === "yield") found.push({ _tag: "Other" })
    }
    this.bindings.returned.set(name, [...known, ...(found.length === 0 ? [{ _tag: "Other" } as const] : found)])
  }

  #indentOf(at: number): number {
    for (let one = at; one >= 0; one--) {
      const token = this.#source.tokens[one]
      if (token?.kind === "line") return token.indent ?? 0
    }
    return 0
  }

  /** Reads `import a.b as c, d` or `from a import b as c`. */
  #import(at: number): void {
    const { tokens } = this.#source
    const start = this.#fromOf(at)
    let next = at + 1
    const end = this.#source.sign(next) === "(" ? this.#source.endOf(next) : this.#endOfStatement(at)
    if (this.#source.sign(next) === "(") next++
    const module = start === undefined ? undefined : this.#joined(start + 1, at)
    const names: Array<string> = []
    while (next < end) {
      let behind = next
      while (behind < end && !/^(?:as|,)$/.test(this.#source.sign(behind))) behind++
      const name = this.#joined(next, behind)
      const isRenamed = this.#source.sign(behind) === "as"
      const local = isRenamed ? this.#source.sign(behind + 1) : module === undefined ? (name.split(".")[0] ?? "") : name
      const whole = module === undefined ? (isRenamed ? name : local) : `${module}.${name}`
      if (name !== "" && name !== "*") this.bindings.import(local, whole)
      if (name !== "") names.push(name)
      while (behind < end && this.#source.sign(behind) !== ",") behind++
      next = behind + 1
    }
    if (module !== undefined) this.imports.push({ module, names })
    else for (const name of names) this.imports.push({ module: name, names: undefined })
    if (tokens.length === 0) return
  }

  #fromOf(at: number): number | undefined {
    for (let one = at - 1; one >= 0 && this.#source.tokens[one]?.kind !== "line"; one--) {
      const sign = this.#source.sign(one)
      if (sign === "from") return one
      if (sign === ";" || sign === ":") return undefined
    }
    return undefined
  }

  #joined(from: number, to: number): string {
    let text = ""
    for (let at = from; at < to; at++) text += this.#source.sign(at)
    return text.trim()
  }
}
