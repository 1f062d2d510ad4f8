// Finds what the commands of a text run: files, code within the text, programs that no seal covers, and what only the shell
// can know.
import { Budget, orUnclear } from "../../../match/internal/shell/Budget.ts"
import * as shellPrograms from "../../../match/internal/shell/programs.ts"
import { readScript } from "../../../match/internal/shell/readScript.ts"
import type { Command, Word } from "../../../match/internal/shell/Script.ts"
import { isScriptName } from "../../../match/internal/shell/scriptPrograms.ts"
import * as Needs from "../../needs.ts"
import { type Leaves, nothingLeft } from "../Leaves.ts"
import * as programs from "../programs.ts"
import { join, type Known, plain, ShellValues, unknownWord } from "../ShellValues.ts"
import type { Values } from "../Values.ts"
import { readInput, readInterpreter } from "./interpreters.ts"
import { addNeeds, readDatabase, readGit, readKnown, readManager, readPackage } from "./tools.ts"
import { enterFirst, isSearching, readVariables } from "./variables.ts"
import { base, isInput, namesScript, separators, shown, textOf } from "./words.ts"
import { readFind, readWrapper } from "./wrappers.ts"

/** The role of a file that runs: as a program, as the script of an interpreter, or maybe, since it is named as an argument. */
export type Role = "program" | "script" | "argument"

/** Code of another language in the text. */
export interface Code {
  readonly language: programs.Language
  readonly text: string
  /** The folders to which the names in it are relative. */
  readonly folders: ReadonlyArray<string>
}

/** Limits texts in texts. */
const deepest = 8

/** Longer texts are not read. */
const longest = 256 * 1024

/** Limits the words of commands that are looked at, with those that variables make of one. */
const mostWork = 400_000

/** Folders in which the machine's programs are. */
const machineFolders =
  /^\/(?:(?:usr\/)?(?:local\/)?s?bin|opt\/(?:homebrew|local)\/s?bin|usr\/libexec|snap\/bin|nix\/\S*\/bin)\/[^/]+$/

const enters =
  /^\s*cd\s+(?:--\s+)?(?:"[^"`\\]*"|'[^']*'|[^\s;&|<>()"'`\\]+)\s*(?:2>\s*\/dev\/null\s*)?(?:&&|\|\|\s*(?:exit|return)\b)/

/** Checks whether a variable is each script's own. */
const isOwn = (name: string): boolean => /^(?:\d|BASH_SOURCE|PWD|OLDPWD|_)$/.test(name)

export class ClosureFinder {
  readonly files = new Map<string, Role>()
  /** The languages of the interpreters that run files. */
  readonly languages = new Map<string, Set<programs.Language>>()
  /** Files that run in the shell of the text itself. */
  readonly sourced = new Set<string>()
  /** Variables that the programs of the text get. */
  readonly exported = new Set<string>()
  exportsAll = false
  readonly beyond = new Set<string>()
  readonly unknown = new Set<string>()
  readonly programs = new Set<string>()
  readonly commands = new Set<string>()
  readonly roots = new Set<string>()
  readonly code: Array<Code> = []
  readonly values: ShellValues
  readonly needs = {
    network: new Set<string>(),
    desktop: new Set<string>(),
    sockets: new Set<string>(),
    secrets: new Set<string>(),
    tools: new Set<string>(),
    writes: new Set<string>()
  }
  /** Folders in which programs are found by their names, before those of the machine. */
  readonly searched = new Set<string>()
  readonly #budget: Budget
  readonly #texts = new Set<string>()
  readonly #writes = new Set<string>()
  #work = 0
  #isSourcing = false
  /** True if the whole text runs in the folder that it enters first. */
  isMoved = false

  constructor(known: Known, length: number, { folders, isFolderOpen, searched, variables }: Leaves = nothingLeft) {
    this.values = new ShellValues(known, folders)
    this.values.isFolderOpen = isFolderOpen
    for (const folder of searched) this.searched.add(folder)
    for (const [name, { all, isOpen }] of Object.entries(variables)) {
      this.exported.add(name)
      for (const value of all) this.values.set(name, plain(value))
      if (isOpen) this.values.set(name, undefined)
    }
    this.#budget = new Budget(length * 8)
  }

  /** Returns what the text leaves to the scripts that it runs, or to those that run in its own shell. */
  leaves(isSourced: boolean): Leaves {
    const { known } = this.values
    const isLeft = (name: string): boolean =>
      isSourced || this.exportsAll || this.exported.has(name) || name === "HOME" || Object.hasOwn(known.variables, name)
    const names = this.values.assigned.filter((name) => isLeft(name) && !isSearching(name) && !isOwn(name))
    const variables: Record<string, Values> = {}
    for (const name of names) variables[name] = this.values.variable(name)
    return {
      folders: this.values.folders,
      isFolderOpen: this.values.isFolderOpen,
      searched: [...this.searched],
      variables
    }
  }

  /** Finds what a text for the shell runs. */
  whole(text: string): void {
    this.#noteVariables(text)
    if (enters.test(text)) enterFirst(this, text)
    const size = (): number => this.values.size + this.searched.size
    for (let before = -1, round = 0; before !== size() && round < 4; round++) {
      before = size()
      this.#texts.clear()
      this.text(text, 0)
    }
    this.#runsWritten()
  }

  /** Finds what a program with these arguments runs, which no shell reads. */
  arguments(words: ReadonlyArray<string>): void {
    for (const text of words) this.#noteVariables(text)
    this.call(
      words.map((text) => this.#substituted(text)),
      [],
      0
    )
  }

  /** Returns a word in which the variables are replaced that are replaced without a shell too. */
  #substituted(text: string): Word {
    const parts = [...text.matchAll(/\$\{\w+\}/g)]
    if (parts.length === 0) return plain(text)
    const replaced = parts.map(({ 0: part, index }) => ({ from: index, to: index + part.length, isQuoted: true }))
    return { ...unknownWord(text), replaced }
  }

  #noteVariables(text: string): void {
    for (const name of Needs.ofText(text).secrets) this.needs.secrets.add(name)
  }

  /** Returns the commands of a text, or `undefined` if it is unclear. */
  commandsOf(text: string): ReadonlyArray<Command> | undefined {
    const options = { budget: this.#budget, isBash: true, setsHome: true }
    return text.length > longest ? undefined : orUnclear(() => readScript(text, options).commands)
  }

  /** Finds what a text for the shell runs. */
  text(text: string, depth: number): void {
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    this.values.read(text)
    const options = { budget: this.#budget, isBash: true, setsHome: true }
    const script = depth > deepest || text.length > longest ? undefined : orUnclear(() => readScript(text, options))
    if (script === undefined) {
      this.unknown.add(shown(text))
      this.tokens(text)
      return
    }
    for (const { name, words } of script.loops) for (const word of words) this.values.set(name, word)
    for (const command of script.commands) readVariables(this, command, depth)
    for (const command of script.commands) this.#command(command, depth)
  }

  /** Adds what looks like a script in a text of any language. */
  tokens(text: string): void {
    let isScript = false
    for (const token of text.split(separators)) {
      if (token.startsWith("-")) continue
      if (isScript ? token !== "" : isScriptName(token)) this.file(token, isScript ? "script" : "argument")
      isScript = programs.interpreterOf(base(token)) !== undefined
    }
  }

  #command({ files, inputs, words }: Command, depth: number): void {
    for (const { word, writes } of files) if (writes) this.written(word)
    const [first] = words
    if (first === undefined) return
    const sources = files.filter(({ writes }) => !writes).map(({ word }) => word)
    this.call(
      words,
      inputs.map(({ isKnown, text }) => (isKnown ? plain(text) : unknownWord(text))),
      depth,
      sources
    )
  }

  /** Reports files that run and that the text itself writes: their content is not that of a seal. */
  #runsWritten(): void {
    for (const path of this.#writes) {
      const role = this.files.get(path)
      if (role === "program" || role === "script") this.unknown.add(shown(path))
    }
  }

  /** Notes a file that the text writes. */
  writesTo(word: Word): void {
    for (const path of this.values.of(word).all)
      for (const folder of path.startsWith("/") ? ["/"] : this.values.folders) this.#writes.add(join(folder, path))
  }

  /** Notes the target of a redirection. */
  written(word: Word): void {
    const { all } = this.values.of(word)
    this.writesTo(word)
    const isTemporary = all.length > 0 && all.every((path) => /^(?:\/dev\/|\/tmp\/|\/var\/tmp\/)/.test(path))
    if (!isTemporary && !/\bTMPDIR\b|mktemp|\/tmp\//i.test(word.text)) this.needs.writes.add(shown(`> ${word.text}`))
  }

  /** Finds what one command runs. `sources` are the files that it reads from its input. */
  call(
    words: ReadonlyArray<Word>,
    inputs: ReadonlyArray<Word>,
    depth: number,
    sources: ReadonlyArray<Word> = []
  ): void {
    const [first, ...rest] = words
    if (first === undefined) return
    if (depth > deepest || (this.#work += 1 + words.length) > mostWork) {
      this.unknown.add(shown(textOf(words)))
      return
    }
    const { all, isOpen } = this.values.of(first)
    if (isOpen || this.#isOtherwise(first, all)) {
      this.unknown.add(shown(first.text))
      this.others(rest, depth)
    }
    for (const value of all) {
      const fields = value.trim().split(/\s+/)
      if (this.values.isSplit(first) && (fields.length > 1 || value.trim() === "")) {
        this.call([...fields.filter((field) => field !== "").map(plain), ...rest], inputs, depth + 1, sources)
      } else if (value !== "") this.#program(value, rest, { depth, inputs, sources })
    }
  }

  /** Checks whether the shell makes other words of a value than those between its blanks. */
  #isOtherwise(word: Word, all: ReadonlyArray<string>): boolean {
    return this.values.isSplit(word) && (this.values.isSplitOtherwise || all.some((value) => /[*?[]/.test(value)))
  }

  #program(
    program: string,
    rest: ReadonlyArray<Word>,
    {
      depth,
      inputs,
      sources
    }: { readonly depth: number; readonly inputs: ReadonlyArray<Word>; readonly sources: ReadonlyArray<Word> }
  ): void {
    const name = base(program)
    const isFile = program.includes("/") && !machineFolders.test(program)
    if (isFile) {
      this.file(program, "program")
      if (/node_modules\/\.bin\//.test(program)) this.beyond.add(shown(program))
    } else if (!program.includes("/")) {
      this.commands.add(program)
      for (const folder of this.searched) this.file(join(folder, program), "program")
    }
    if (!isFile || programs.interpreterOf(name) !== undefined) addNeeds(this, name, rest)
    if (name === "." || name === "source") {
      if (isInput(rest[0])) return readInput(this, name, "shell", inputs, sources, depth)
      return this.#sourced(rest)
    }
    if (name === "eval") return this.evaluated(rest, depth)
    if (/^(?:hash|enable)$/.test(name) && rest.some(({ text }) => /^-[pf]$/.test(text))) {
      for (const one of rest) if (one.text.includes("/")) this.fileOf(one, "program")
      return
    }
    if (name === "alias") {
      for (const { text } of rest) if (text.includes("=")) this.text(text.slice(text.indexOf("=") + 1), depth + 1)
      return
    }
    if (programs.interpreterOf(name) !== undefined)
      return readInterpreter(this, name, rest, inputs, true, depth, sources)
    if (name === "find" || name === "fd") return readFind(this, rest, depth)
    if (programs.isWrapper(name) && !programs.packageManagers.has(name))
      return readWrapper(this, name, rest, inputs, depth)
    if (programs.packageRunners.has(name)) return readPackage(this, name, rest, depth)
    if (programs.packageManagers.has(name)) return readManager(this, name, rest, depth)
    if (programs.projectTools.has(name)) {
      this.outside(name, rest[0])
      this.scripts(rest, true)
      return
    }
    if (name === "git") return readGit(this, rest, depth)
    if (programs.isDatabase(name)) readDatabase(this, name, rest, inputs, sources)
    if (name === "curl" && rest.some(({ text }) => /^(?:-\w*K|--config$)/.test(text)))
      this.unknown.add(shown(`${name} ${textOf(rest)}`))
    if (programs.isKnown(name) || programs.network.has(name) || programs.isDesktop(name)) {
      readKnown(this, name, rest, depth)
      return
    }
    if (!isFile && !programs.sockets.has(name) && !programs.writers.has(name)) this.programs.add(shown(name))
    this.others(rest, depth)
  }

  /** Adds the files that a word names. */
  fileOf(word: Word, role: Role, language?: programs.Language): void {
    const { all, isOpen } = this.values.of(word)
    if (isOpen || this.#isOtherwise(word, all)) this.unknown.add(shown(word.text))
    for (const value of all) {
      const fields = this.values.isSplit(word) && /\s/.test(value) ? value.trim().split(/\s+/) : [value]
      for (const field of fields) if (field !== "") this.file(field, role, language)
    }
  }

  /** Adds a file in each folder in which the command may run. */
  file(path: string, role: Role, language?: programs.Language): void {
    if (path === "-" || /^\/dev\/(?:fd\/|std|null|tty)/.test(path) || /^[a-z][a-z+]+:\/\//i.test(path)) {
      if (/^https?:/i.test(path) && role !== "argument") this.beyond.add(shown(path))
      return
    }
    if (!path.startsWith("/") && this.values.isFolderOpen && role !== "argument") this.unknown.add(shown(path))
    for (const folder of path.startsWith("/") ? ["/"] : this.values.folders) {
      const file = join(folder, path)
      if (language !== undefined) this.languages.set(file, (this.languages.get(file) ?? new Set()).add(language))
      if (this.#isSourcing) this.sourced.add(file)
      const before = this.files.get(file)
      if (before === undefined || before === "argument") this.files.set(file, role)
    }
  }

  #sourced([script]: ReadonlyArray<Word>): void {
    if (script === undefined) return
    this.#isSourcing = true
    // A name without a slash is looked up in `PATH` first.
    for (const folder of this.searched)
      if (!script.text.includes("/")) this.file(join(folder, script.text), "script", "shell")
    this.fileOf(script, "script", "shell")
    this.#isSourcing = false
  }

  /** Reads words as one text for a shell. */
  evaluated(words: ReadonlyArray<Word>, depth: number): void {
    const values = words.map((word) => this.values.of(word))
    if (values.some(({ all, isOpen }) => isOpen || all.length !== 1)) {
      this.unknown.add(shown(`eval ${textOf(words)}`))
      for (const { all } of values) for (const text of all) this.tokens(text)
    }
    if (values.every(({ all }) => all.length === 1)) this.text(values.flatMap(({ all }) => all).join(" "), depth + 1)
  }

  /** Names what runs beyond the seal: a program, with its first word if that names what it does. */
  outside(name: string, word: Word | undefined): void {
    this.beyond.add(shown(word?.isKnown === true ? `${name} ${word.text}` : name))
  }

  /** Adds the arguments that are the names of scripts. */
  scripts(words: ReadonlyArray<Word>, isBeyond = false): void {
    for (const word of words) {
      const [, value = word.text] = /^--?[\w-]+=([^]*)$/.exec(word.text) ?? []
      const isComputed = word.replaced !== undefined && value === word.text
      if (!isBeyond && !word.isKnown && !isComputed && namesScript.test(value)) this.unknown.add(shown(word.text))
      if (!isComputed && (!isScriptName(value) || /\s/.test(value))) continue
      const { all } = this.values.of(value === word.text ? word : plain(value))
      if (!isBeyond && all.length === 0 && namesScript.test(value)) this.unknown.add(shown(word.text))
      for (const one of all) if (isScriptName(one) && !/\s/.test(one)) this.file(one, "argument")
    }
  }

  /** Finds interpreters among the arguments of a program: what follows may run. */
  runners(words: ReadonlyArray<Word>, depth: number): void {
    const at = words.findIndex(
      ({ isKnown, text }) =>
        isKnown && programs.interpreterOf(base(text)) !== undefined && !programs.isTextFirst(base(text))
    )
    const word = words[at]
    if (word !== undefined) readInterpreter(this, base(word.text), words.slice(at + 1), [], false, depth + 1)
  }

  /** Finds what an unknown program may run of its arguments. */
  others(words: ReadonlyArray<Word>, depth: number, isBeyond = false): void {
    this.scripts(words, isBeyond)
    this.runners(words, depth)
    for (const { isKnown, text } of words)
      if (isKnown && /\s/.test(text) && shellPrograms.mayLaunch(text)) this.tokens(text)
  }
}
