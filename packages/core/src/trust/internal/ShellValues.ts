// The values of words in a text for the shell: those of variables, defaults and simple substitutions. A variable has
// every value that the text may give it, in whatever order, so that none is missed.
import { Budget, orUnclear } from "../../match/internal/shell/Budget.ts"
import { readScript } from "../../match/internal/shell/readScript.ts"
import type { Script, Word } from "../../match/internal/shell/Script.ts"
import {
  basename,
  concatenated,
  dirname,
  join,
  map,
  mostValues,
  nothing,
  of,
  open,
  union,
  type Values
} from "./Values.ts"

export { collapsed, join } from "./Values.ts"
export type { Values }

/** The folders and variables that are known before the text runs. */
export interface Known {
  readonly variables: Readonly<Record<string, string>>
  readonly home: string
  /** The folder in which the text starts. */
  readonly folder: string
  /** The folder that `git rev-parse --show-toplevel` prints. */
  readonly repository: string
}

/** Limits texts in texts, and values in values. */
const deepest = 8

/** Limits the parts of words that are replaced, since values may contain variables. */
const mostParts = 20_000

/** A value that the text gives to a variable: a word, or one that only the shell knows. */
interface Assigned {
  readonly word: Word | undefined
  readonly appends: boolean
}

const assignment = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?(\+?)=/

/** Returns the rest of a word from an offset on. */
export const from = (word: Word, offset: number): Word => ({
  ...word,
  text: word.text.slice(offset),
  ...(word.replaced !== undefined && {
    replaced: word.replaced
      .filter(({ from: start }) => start >= offset)
      .map((part) => ({ ...part, from: part.from - offset, to: part.to - offset }))
  })
})

/** Makes a word of a text that the shell leaves as it is. */
export const plain = (text: string): Word => ({
  text,
  isKnown: true,
  isPlain: false,
  program: text.slice(text.lastIndexOf("/") + 1)
})

/** Makes a word that only the shell knows. */
export const unknownWord = (text: string): Word => ({ text, isKnown: false, isPlain: false, program: undefined })

const repeats = /\b(?:while|until|for|select|function)\b|\(\s*\)/

export class ShellValues {
  readonly known: Known
  /** The names of variables that are neither known nor set, and on which values depend. */
  readonly reads = new Set<string>()
  /** The folders in which commands may run. */
  folders: ReadonlyArray<string>
  /** True if commands may run in a folder that only the shell knows. */
  isFolderOpen = false
  /** True if words may be split at other signs than blanks. */
  isSplitOtherwise = false
  /** Parameters by their numbers, where the text is run with arguments. */
  positional: ReadonlyMap<string, Word> = new Map()
  readonly #variables = new Map<string, Array<Assigned>>()
  readonly #active = new Set<Assigned>()
  #mayRepeat = false
  #depth = 0
  #parts = 0

  /** The folders in which the text starts. */
  readonly #start: ReadonlyArray<string>

  constructor(known: Known, start: ReadonlyArray<string> = []) {
    this.known = known
    this.#start = start.length === 0 ? [known.folder] : start
    this.folders = this.#start
  }

  /** The names of the variables that the text sets. */
  get assigned(): ReadonlyArray<string> {
    return [...this.#variables.keys()]
  }

  /** Checks whether a variable has values that are known here, or that the text sets. */
  isSet(name: string): boolean {
    return name === "PWD" || this.#knownValue(name) !== undefined || this.#variables.has(name)
  }

  /** The number of values that the text gives to variables, which shows whether one was added. */
  get size(): number {
    let size = this.folders.length + Number(this.isFolderOpen)
    for (const values of this.#variables.values()) size += values.length
    return size
  }

  /** Notes that variables of a text may be set more than once. */
  read(text: string): void {
    this.#mayRepeat ||= repeats.test(text)
  }

  /** Sets a variable from a word such as `x=y`. Returns its name, or `undefined` if the word sets none. */
  assign(word: Word): string | undefined {
    const [all = "", name, plus] = assignment.exec(word.text) ?? []
    if (name === undefined) return undefined
    // The value of an array is that of many words.
    const isArray = /\[[^\]]*\]\+?=$/.test(all) || word.text.startsWith(`${name}${plus ?? ""}=(`)
    this.set(name, isArray ? undefined : from(word, all.length), plus === "+")
    return name
  }

  /** Sets a variable, to what only the shell knows if there is no word. */
  set(name: string, word: Word | undefined, appends = false): void {
    const values = this.#variables.get(name)
    const isKnown = (one: Assigned): boolean => one.word?.text === word?.text && one.appends === appends
    if (values?.some(isKnown)) return
    if (values === undefined) this.#variables.set(name, [{ word, appends }])
    else values.push({ word, appends })
  }

  /** Enters a folder. */
  enter(word: Word | undefined, isOnly: boolean): void {
    const target = word === undefined ? of(this.known.home) : this.of(word)
    const at = isOnly ? this.#start : this.folders
    if (target.isOpen) this.isFolderOpen = true
    const next = target.all.flatMap((path) => (path === "" ? at : at.map((folder) => join(folder, path))))
    const all = [...new Set(isOnly ? next : [...this.folders, ...next])]
    if (all.length > mostValues) this.isFolderOpen = true
    this.folders = all.slice(0, mostValues)
  }

  /** Returns the values of a word. */
  of(word: Word): Values {
    const { isKnown, replaced, text } = word
    if (replaced === undefined) return isKnown ? of(text) : open
    const parts: Array<Values> = []
    let at = 0
    for (const { from: start, to } of replaced) {
      parts.push(of(text.slice(at, start)), this.#part(text.slice(start, to)))
      at = to
    }
    return concatenated([...parts, of(text.slice(at))])
  }

  /** Checks whether the shell may make several words of this one. */
  isSplit({ replaced = [] }: Word): boolean {
    return replaced.some(({ isQuoted }) => !isQuoted)
  }

  #part(raw: string): Values {
    if (this.#depth > deepest || ++this.#parts > mostParts) return open
    this.#depth++
    const values = this.#expand(raw.replace(/^\$\{([A-Za-z_]\w*)\[0\]/, "${$1"))
    this.#depth--
    return values
  }

  #expand(raw: string): Values {
    if (raw === "~") return this.variable("HOME")
    const [, simple] = /^\$\{?([A-Za-z_]\w*|\d|[@*#?$!-])\}?$/.exec(raw) ?? []
    if (simple !== undefined) return this.variable(simple)
    const [, name, operator, operand] = /^\$\{([A-Za-z_]\w*|\d)(:?[-=+?]|##?|%%?|\/\/?)([^]*)\}$/.exec(raw) ?? []
    if (name !== undefined && operator !== undefined && operand !== undefined)
      return this.#operation(name, operator, operand)
    const [, inner = raw.startsWith("`") ? raw.slice(1, -1) : undefined] = /^\$\((?!\()([^]*)\)$/.exec(raw) ?? []
    return inner === undefined ? open : this.#substitution(inner)
  }

  /** Returns the values of a variable. */
  variable(name: string): Values {
    const positional = this.positional.get(name)
    if (positional !== undefined) return this.of(positional)
    if (!/^[A-Za-z_]/.test(name) && !this.#variables.has(name)) return open
    if (name === "PWD") return { all: this.folders, isOpen: this.isFolderOpen }
    const known = this.#knownValue(name)
    const assigned = this.#variables.get(name) ?? []
    if (known === undefined && assigned.length === 0) {
      this.reads.add(name)
      return open
    }
    return union([...(known === undefined ? [] : [of(known)]), ...assigned.map((one) => this.#assigned(name, one))])
  }

  #knownValue(name: string): string | undefined {
    const { home, variables } = this.known
    return variables[name] ?? (name === "HOME" ? home : undefined)
  }

  #assigned(name: string, one: Assigned): Values {
    // A value that is made of the variable's own is another one each time.
    if (this.#active.has(one)) return this.#mayRepeat ? open : nothing
    if (one.word === undefined) return open
    this.#active.add(one)
    const value = this.of(one.word)
    const values = one.appends ? concatenated([this.variable(name), value]) : value
    this.#active.delete(one)
    return values
  }

  #operation(name: string, operator: string, operand: string): Values {
    const isSet = this.#knownValue(name) !== undefined || this.positional.has(name)
    const isAssigned = this.#variables.has(name)
    const values = isSet || isAssigned ? this.variable(name) : nothing
    switch (operator.replace(":", "")) {
      case "-":
      case "=": {
        // Of a variable that is set outside of the text the default is none of its values.
        if (isSet && !isAssigned && !values.all.includes("")) return values
        if (!isSet) this.reads.add(name)
        return union([{ ...values, all: values.all.filter((value) => value !== "") }, this.#operand(operand)])
      }
      case "+":
        return union([of(""), this.#operand(operand)])
      case "?":
        return this.variable(name)
    }
    const pattern = this.#operand(operator.startsWith("/") ? (operand.split("/")[0] ?? "") : operand)
    const [cut = ""] = pattern.all
    if (pattern.isOpen || pattern.all.length !== 1 || /[*?[\\]/.test(operand)) {
      return operand === "/*" && operator === "%" ? map(this.variable(name), dirname) : open
    }
    const [, replacement = ""] = operand.split("/")
    return map(this.variable(name), (value) => {
      if (operator.startsWith("%")) return value.endsWith(cut) ? value.slice(0, value.length - cut.length) : value
      if (operator.startsWith("#")) return value.startsWith(cut) ? value.slice(cut.length) : value
      return operator === "//" ? value.replaceAll(cut, () => replacement) : value.replace(cut, () => replacement)
    })
  }

  /** Returns the values of the `y` of `${x:-y}`. */
  #operand(text: string): Values {
    if (text === "") return of("")
    // A backslash means something else within double quotes around the whole.
    if (text.includes("\\")) return open
    const isPlain = /^[~"']/.test(text) || text.includes('"') || text.includes("'")
    const script = this.#script(isPlain ? `_ ${text}` : `_ "${text}"`)
    const { words: [, word, ...others] = [] } = script?.commands.at(-1) ?? {}
    return word === undefined || others.length > 0 ? open : this.of(word)
  }

  #script(text: string): Script | undefined {
    return orUnclear(() => readScript(text, { budget: new Budget(text.length), isBash: true, setsHome: true }))
  }

  /** Returns what a substitution prints, if its commands only print words and folders. */
  #substitution(inner: string): Values {
    const text = inner.replaceAll(/\s*(?:2>\s*&1|2>\s*\/dev\/null)/g, "").trim()
    if (/[;\n]/.test(text) || /(?<![&|])[&|](?![&|])/.test(text)) return open
    const [pieces, operators] = [text.split(/&&|\|\|/), text.match(/&&|\|\|/g) ?? []]
    const printed: Array<Values> = []
    let folders: Values = { all: this.folders, isOpen: this.isFolderOpen }
    for (const [at, piece] of pieces.entries()) {
      const command = this.#script(piece)?.commands.at(-1)
      const [first, ...rest] = command?.words ?? []
      if (first === undefined || !first.isKnown || command?.assignments.length !== 0) return open
      if (/^(?:cd|pushd)$/.test(first.text)) {
        const to = rest.find(({ text: option }) => !option.startsWith("-"))
        const target = to === undefined ? of(this.known.home) : this.of(to)
        const before = folders
        folders = {
          all: target.all.flatMap((path) => before.all.map((folder) => join(folder, path))),
          isOpen: target.isOpen || (before.isOpen && target.all.some((path) => !path.startsWith("/")))
        }
        continue
      }
      if (/^(?:\[|\[\[|test|true|:|exit|false)$/.test(first.text)) continue
      // What two commands print is one text.
      if (operators[at] === "&&") return open
      printed.push(this.#printed(first.text, rest, folders))
    }
    return union(printed)
  }

  #printed(program: string, rest: ReadonlyArray<Word>, folders: Values): Values {
    const [word, ...others] = rest.filter(({ text }) => !/^(?:-[nPLeumwsf]|--|%s|%s\\n)$/.test(text))
    const isOne = word !== undefined && others.length === 0
    switch (program) {
      case "pwd":
        return word === undefined ? folders : open
      case "git":
        return /^rev-parse --show-toplevel$/.test(rest.map(({ text }) => text).join(" "))
          ? of(this.known.repository)
          : open
      case "echo":
      case "printf":
        return isOne && !/[%\\]/.test(word.text) ? this.of(word) : open
      case "realpath":
      case "readlink":
      case "cygpath":
        return isOne ? this.of(word) : open
      case "dirname":
        return isOne ? map(this.of(word), dirname) : open
      case "basename":
        return isOne ? map(this.of(word), basename) : open
      case "which":
        return isOne ? this.of(word) : open
      case "command":
      case "type":
        return others[0] !== undefined && others.length === 1 && /^-[vp]$/.test(word?.text ?? "")
          ? this.of(others[0])
          : open
    }
    return open
  }
}
