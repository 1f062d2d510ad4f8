/** Judges one text of a tool call: a text for a shell, a path, a patch, or code. What a text leaves open, and names, counts. */
import { simpleCommands, type SimpleCommand } from "@hookline/core/kit/match/internal/shell/simpleCommands"
import { callsUs, type Guarded, relationOf } from "./Guarded.ts"
import { granting, harmless, onlyReads, reachesDeep, writesLast } from "./programs.ts"
import { bareOf, isOurs, mentions, namesHookline, pathOf } from "./words.ts"

/** The effect of a call on what guards the user. */
export type Finding =
  | { readonly _tag: "Runs"; readonly command: string }
  | { readonly _tag: "Writes"; readonly file: string }

type Known = { readonly text: string; readonly isKnown: boolean }

const verbs = new RegExp(`(?:^|[^\\w-])(${[...granting].join("|")})(?![\\w-])`)

/** Code of another language, or a text for a shell: no plain word. */
const isCode = (text: string): boolean => /[\s"'`();]/.test(text)

/** The path of Hookline's own program in this repository or in a package. */
const isProgramFile = (word: string): boolean =>
  /(?:^|\/)hookline\/(?:bin|bundle|dist|src)\/\S*main\.[cm]?[jt]s$/i.test(word)

/** Returns the granting command that the words behind Hookline's name are, if they may be one. */
const grantOf = (words: ReadonlyArray<Known>): string | undefined => {
  for (const { isKnown, text } of words) {
    if (!isKnown) return text
    if (granting.has(text)) return text
    if (harmless.has(text)) return undefined
  }
  return undefined
}

/** Judges a text of a call. */
export class TextJudge {
  readonly #guarded: Guarded
  readonly #whole: string
  readonly #bases: Array<string>
  #variables: ReadonlyArray<{ readonly name: string; readonly value: string }> = []
  readonly #inForce = new Map<string, boolean>()

  constructor(guarded: Guarded, whole: string) {
    this.#guarded = guarded
    this.#whole = whole
    this.#bases = [guarded.cwd]
  }

  readonly #isInForce = (settings: string): boolean => {
    const known = this.#inForce.get(settings) ?? callsUs(settings)
    this.#inForce.set(settings, known)
    return known
  }

  /** Finds what a whole text names, where it is not clear what it does. */
  get #named(): Finding | undefined {
    const bare = bareOf(this.#whole)
    if (namesHookline(bare)) {
      const verb = verbs.exec(bare)?.[1]
      if (verb !== undefined) return { _tag: "Runs", command: verb }
    }
    return this.#mentioned(this.#whole)
  }

  #mentioned(text: string): Finding | undefined {
    const { folders, settings } = this.#guarded
    const inForce = settings.filter((one) => this.#isInForce(one.path))
    return mentions({ ...this.#guarded, folders, settings: inForce }, text) ? { _tag: "Writes", file: text } : undefined
  }

  /** Judges a text for a shell. */
  shell(): Finding | undefined {
    const script = simpleCommands(this.#whole)
    if (script === undefined || script.isOpen) {
      const named = this.#named
      if (named !== undefined || script === undefined) return named
    }
    this.#variables = script.assignments.flatMap((text) => {
      const [, name, value = ""] = /^(\w+)\+?=([^]*)$/.exec(text) ?? []
      return name === undefined || value.includes(`$${name}`) ? [] : [{ name, value }]
    })
    for (const command of script.commands) this.#enter(command)
    for (const { word, writes } of script.files) {
      if (writes && this.#isGuarded(word.text) === "inside") return { _tag: "Writes", file: word.text }
    }
    for (const command of script.commands) {
      const found = this.#runs(command) ?? this.#writes(command)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Adds the folder that a command enters, to which later words may be relative. */
  #enter({ program, rest }: SimpleCommand): void {
    const option = rest.findIndex(({ text }) => /^(?:-C|--directory|--cwd|--prefix|--chdir)$/.test(text))
    const target = /^(?:cd|pushd)$/.test(program ?? "")
      ? (rest.findLast(({ text }) => !/^-[LPe]*$/.test(text))?.text ?? "~")
      : option === -1
        ? undefined
        : rest[option + 1]?.text
    if (target === undefined || this.#bases.length > 16) return
    for (const base of this.#bases.slice()) {
      const entered = pathOf(target, this.#guarded, base)
      if (entered !== undefined && !this.#bases.includes(entered)) this.#bases.push(entered)
    }
  }

  #runs({ first, inputs, program, rest }: SimpleCommand): Finding | undefined {
    const found = (command: string | undefined): Finding | undefined =>
      command === undefined ? undefined : { _tag: "Runs", command }
    if (isOurs(first.text)) return found(grantOf(rest))
    if (program === undefined) {
      const verb = rest.find(({ text }) => granting.has(text))?.text
      return namesHookline(this.#whole) ? found(verb) : undefined
    }
    if (
      onlyReads(
        program,
        rest.map(({ text }) => text)
      ) ||
      isQuiet(program, rest)
    )
      return undefined
    for (const [at, { text }] of rest.entries()) {
      const verb = isOurs(text) || isProgramFile(text) ? grantOf(rest.slice(at + 1)) : undefined
      if (verb !== undefined) return found(verb)
    }
    const code = [...rest, ...inputs].map(({ text }) => text).filter(isCode)
    return found(code.flatMap((text) => (namesHookline(text) ? (verbs.exec(bareOf(text))?.[1] ?? []) : []))[0])
  }

  #writes({ first, inputs, program = "", rest }: SimpleCommand): Finding | undefined {
    if (isOurs(first.text)) return undefined
    const words = rest.map(({ text }) => text)
    const deep = reachesDeep(program, words)
    if (!deep && (onlyReads(program, words) || isQuiet(program, rest))) return undefined
    const written = writesLast.has(program) && !words.some((word) => /^-t|^--target|^--delete/.test(word))
    const targets = written ? words.filter((word) => !word.startsWith("-")).slice(-1) : words
    for (const [at, word] of targets.entries()) {
      const relation = this.#isGuarded(word)
      // What is moved is not the folder into which it is moved.
      const isInto = program === "mv" && at === targets.length - 1
      if (relation === "inside" || (deep && relation === "around" && !isInto)) return { _tag: "Writes", file: word }
    }
    for (const text of [...words.filter(isCode), ...inputs.map((input) => input.text)]) {
      const found = this.#mentioned(text)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Returns the relation of a word to guarded files, from each folder that the text enters. */
  #isGuarded(word: string): "inside" | "around" | undefined {
    const value = /^-{0,2}[\w-]+=/.test(word) ? word.slice(word.indexOf("=") + 1) : word
    let around: "around" | undefined
    for (const text of alternatives(value)) {
      for (const base of this.#bases) {
        const file = pathOf(text, this.#guarded, base)
        const relation = file === undefined ? undefined : relationOf(this.#guarded, file, this.#isInForce)
        if (relation === "inside") return relation
        if (relation === "around") around = relation
        // A path whose folder only the shell knows is guarded by the rest of its name.
        if (file === undefined && (this.#mentioned(text) !== undefined || this.#isSet(text))) return "inside"
      }
    }
    return around
  }

  /** Checks whether the text sets a variable of a word to a guarded path. Variables may be set by each other. */
  #isSet(word: string): boolean {
    const found = this.#variables.filter(({ name }) => new RegExp(`\\$\\{?${name}(?!\\w)`).test(word))
    if (found.length === 0) return false
    const others = this.#variables
    this.#variables = others.filter((one) => !found.includes(one))
    const isGuarded = found.some(({ value }) => this.#isGuarded(value) === "inside")
    this.#variables = others
    return isGuarded
  }

  /** Judges the path of a tool that is no shell. */
  path(text: string): Finding | undefined {
    const relation = text.length > 4096 || text.includes("\n") ? undefined : this.#isGuarded(text)
    return relation === "inside" ? { _tag: "Writes", file: text } : undefined
  }

  /** Judges the files of a patch. */
  patch(): Finding | undefined {
    for (const [, file = ""] of this.#whole.matchAll(
      /^(?:\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:|\+\+\+|---) +(?:[ab]\/)?(.+?)\s*$/gm
    )) {
      const found = this.path(file)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Judges code of another language. */
  code(): Finding | undefined {
    return this.#named
  }
}

/** Programs that are often given texts about others, and run none of them. */
const isQuiet = (program: string, rest: SimpleCommand["rest"]): boolean =>
  (program === "git" && rest[0]?.text === "commit") ||
  (program === "git" && rest[0]?.text === "tag") ||
  (program === "gh" && !rest.some(({ text }) => /^(?:clone|download|alias|extension)$/.test(text)))

/** Expands the alternatives in braces, as far as they are few. */
const alternatives = (word: string): ReadonlyArray<string> => {
  const [all, inner] = /(?<!\$)\{([^{}]*,[^{}]*)\}/.exec(word) ?? []
  if (all === undefined || inner === undefined || word.length > 1024) return [word]
  return inner
    .split(",")
    .slice(0, 16)
    .flatMap((one) => alternatives(word.replace(all, () => one)))
    .slice(0, 64)
}
