// The files that a script of Python imports or runs as code.
import type { ClosureFinder } from "../closure/ClosureFinder.ts"
import { assign } from "../closure/variables.ts"
import { shown } from "../closure/words.ts"
import { join, plain } from "../ShellValues.ts"
import type { Values } from "../Values.ts"
import { Bindings, dottedOf } from "./Bindings.ts"
import type { Surroundings } from "./Evaluator.ts"
import { type Expression, Expressions } from "./Expression.ts"
import type { Found } from "./Found.ts"
import { type Import, PythonBindings } from "./pythonBindings.ts"
import { tokensOf } from "./pythonTokens.ts"
import { PythonValues } from "./PythonValues.ts"
import { listsOf, type Token } from "./Token.ts"

/** Functions that run a file or a module by its name, whatever the script calls their modules. */
const loaders =
  /^(?:import_module|__import__|run_path|run_module|spec_from_file_location|SourceFileLoader|SourcelessFileLoader|ExtensionFileLoader|addsitedir)$/

/** Modules by which code is loaded or run in further ways. Any use of them is one that is not resolved. */
const modules =
  /^(?:imp|_imp|pkgutil|zipimport|site|code|codeop|builtins|__builtins__|_frozen_importlib\w*|pdb|bdb|doctest|trace|cProfile|profile|_pickle|cPickle|dill|cloudpickle|jsonpickle|marshal|shelve|execnet)$/

/** Uses of these modules and of others by which no code is loaded. */
const harmless =
  /^(?:importlib\.(?:metadata|resources|reload|invalidate_caches|abc)|importlib\.util\.(?:module_from_spec|find_spec)|builtins\.(?:print|open|input|str|set|list|dict|len)|pkgutil\.get_data|site\.(?:getsitepackages|getusersitepackages|getuserbase|USER_SITE|USER_BASE)|marshal\.dumps?|imp\.reload)\b/

/** Names by which any code may be run. */
const running = /^(?:__path__|__package__|exec|eval|execfile|__builtins__|__loader__|__spec__|globals|importlib|runpy)$/
/** Members by which any code may be run, whatever they are members of. */
const runningMembers =
  /^(?:__path__|__loader__|__spec__|__builtins__|__import__|meta_path|path_hooks|path_importer_cache|load_module|load_source|load_dynamic|find_module|runsource|runcode|runcall|CDLL|PyDLL|cdll|LoadLibrary|dlopen)$/
const unpickling = /^(?:pickle|_pickle|cPickle)\.(?:loads?|Unpickler)$/

/**
 * All words by which a script may load code in another way than by a statement, or decide where modules are searched. A
 * script without any of them is read by its statements alone.
 */
const words: ReadonlySet<string> = new Set(
  `import_module __import__ run_path run_module spec_from_file_location SourceFileLoader SourcelessFileLoader
  ExtensionFileLoader addsitedir imp _imp pkgutil zipimport site code codeop builtins __builtins__ _frozen_importlib
  _frozen_importlib_external pdb bdb doctest trace cProfile profile _pickle cPickle pickle dill cloudpickle jsonpickle
  marshal shelve execnet __path__ __package__ exec eval execfile __loader__ __spec__ globals importlib runpy sys os
  subprocess pty posix nt asyncio multiprocessing meta_path path_hooks path_importer_cache load_module load_source
  load_dynamic find_module runsource runcode runcall CDLL PyDLL cdll LoadLibrary dlopen ctypes system popen spawn environ
  putenv chdir fchdir cwd env PATH PYTHONPATH PYTHONHOME PYTHONSTARTUP NODE_PATH NODE_OPTIONS PERL5LIB PERL5OPT RUBYLIB
  RUBYOPT BASH_ENV ENV LD_PRELOAD LD_LIBRARY_PATH AWKPATH`.split(/\s+/)
)

/** Checks whether a script has none of these words, in its expressions of texts neither. */
const hasStatementsAlone = (lists: ReadonlyArray<ReadonlyArray<Token>>): boolean =>
  lists.every((tokens) => tokens.every(({ kind, text }) => kind === "sign" || kind === "line" || !isWord(text)))

const isWord = (text: string): boolean => words.has(text) || text.startsWith("GIT_CONFIG")

/** Modules of which the name alone may be passed to what reads any of its members. */
const whole = /^(?:sys|importlib|runpy|os|subprocess|builtins|importlib\.util|importlib\.machinery)$/
const printing = /^(?:len|print|list|set|str|tuple|repr|join|sorted|pprint)$/

/** Reads one script. */
class PythonReader {
  readonly #text: string
  readonly #finder: ClosureFinder
  readonly #found: Found
  readonly #bindings = new Bindings()
  readonly #values: PythonValues

  constructor(text: string, finder: ClosureFinder, found: Found, surroundings: Surroundings) {
    this.#text = text
    this.#finder = finder
    this.#found = found
    this.#values = new PythonValues(this.#bindings, surroundings)
  }

  read(): PythonScript {
    const lists = listsOf(tokensOf(this.#text))
    const isPlain = hasStatementsAlone(lists)
    const sources = lists.map((tokens) => new Expressions(tokens, true))
    const bound = sources.map((source) => new PythonBindings(source, this.#bindings, isPlain))
    if (isPlain) return { imports: bound.flatMap(({ imports }) => imports), text: this.#text }
    for (const { imports } of bound)
      for (const { module, names } of imports) {
        const isOfAny = modules.test(module) || /^(?:importlib|runpy|sys|os|subprocess|pickle)\b/.test(module)
        if (names?.includes("*") === true && isOfAny) this.#unknown(`from ${module} import *`)
        for (const name of names ?? []) {
          const dotted = `${module}.${name}`
          if (runningMembers.test(name) || (modules.test(module) && !harmless.test(dotted)))
            this.#unknown(`from ${module} import ${name}`)
        }
      }
    for (const source of sources) this.#names(source)
    return { imports: bound.flatMap(({ imports }) => imports), text: this.#withOwnNames() }
  }

  /** Returns the text with the names by which functions are known that run programs. */
  #withOwnNames(): string {
    const starts = /^(?:subprocess|os\.(?:system|popen\w*|exec\w+|spawn\w+|posix_spawn\w*)|pty\.spawn)\b/
    return this.#bindings
      .namesOf((module) => starts.test(module))
      .reduce((text, name) => {
        const module = this.#bindings.moduleOf(name) ?? "subprocess.run"
        return module === name ? text : text.replaceAll(new RegExp(`(?<![\\w.])${name}(?=\\s*[.(])`, "g"), module)
      }, this.#text)
  }

  #unknown(words: string): void {
    this.#found.unknown.add(shown(words))
  }

  #unknownAt(source: Expressions, at: number, next: number): void {
    const [first, last] = [source.tokens[at], source.tokens[Math.max(at, next - 1)]]
    this.#unknown(this.#text.slice(first?.from ?? 0, Math.max(last?.to ?? 0, first?.to ?? 0)))
  }

  #names(source: Expressions): void {
    let isImport = false
    for (let at = 0; at < source.tokens.length; at++) {
      const { kind = "line", text = "" } = source.tokens[at] ?? {}
      if (kind === "text" && deciding.test(text)) this.#variableName(source, at)
      if (kind === "line" || text === ";" || (text === ":" && kind === "sign")) isImport = false
      if (kind !== "name") continue
      if (text === "import" || (text === "from" && /^(?:\n|;|:|)$/.test(source.sign(at - 1)))) isImport = true
      if (isImport) continue
      if (source.sign(at - 1) === ".") {
        if (runningMembers.test(text)) this.#unknownAt(source, Math.max(0, at - 2), at + 1)
        else if (loaders.test(text)) this.#memberLoader(source, at)
        continue
      }
      // A parameter of a call has a name that is none of the script's.
      if (source.sign(at + 1) === "=" && /^[(,]$/.test(source.sign(at - 1))) {
        if (text === "cwd") this.#option(source, at)
        if (deciding.test(text)) this.#unknownAt(source, at, source.at(at + 2).next)
        continue
      }
      if (this.#mayLoad(text)) this.#chain(source, at)
    }
  }

  /** Checks whether a name may be one by which code is loaded, or that of a module. */
  #mayLoad(name: string): boolean {
    return this.#bindings.isImported(name) || loaders.test(name) || running.test(name) || whole.test(name)
  }

  /** Reads a function that loads code, as a member of what may be no module of this script. */
  #memberLoader(source: Expressions, at: number): void {
    let start = at
    while (source.sign(start - 1) === "." && source.tokens[start - 2]?.kind === "name") start -= 2
    if (source.sign(at + 1) !== "(" || source.sign(start - 1) === ".")
      this.#unknownAt(source, Math.max(0, at - 2), at + 1)
    else if (!this.#mayLoad(source.sign(start))) this.#chain(source, start)
  }

  /** Reports a variable that is set for a process, where it decides which files that loads. */
  #variableName(source: Expressions, at: number): void {
    const isKey = source.sign(at + 1) === ":"
    const isIndex = source.sign(at + 1) === "]" && /^(?:[-+|]?=)$/.test(source.sign(at + 2))
    const isOwn = source.sign(at - 2) === "environ"
    if (isKey || (isIndex && !isOwn)) this.#unknownAt(source, at, source.at(at + (isKey ? 2 : 3)).next)
  }

  /** Reads the folder that a call gives to the process that it starts. */
  #option(source: Expressions, at: number): void {
    const { expression, next } = source.at(at + 2)
    const isWhole = /^[,)]$/.test(source.sign(next))
    this.#enter(isWhole ? this.#values.of(expression) : { all: [], isOpen: true })
  }

  #enter({ all, isOpen }: Values): void {
    for (const folder of all) this.#finder.values.enter(plain(folder), false)
    if (isOpen) this.#finder.values.isFolderOpen = true
  }

  #chain(source: Expressions, at: number): void {
    const { expression, next } = source.postfix(at)
    // The chain from its name to the last call.
    const steps: Array<Expression> = []
    for (let one: Expression | undefined = expression; one !== undefined;) {
      steps.unshift(one)
      one = one._tag === "Member" || one._tag === "Call" || one._tag === "Index" ? one.of : undefined
    }
    const count = steps.findIndex((step) => step._tag !== "Name" && step._tag !== "Member")
    const named = count === -1 ? steps : steps.slice(0, count)
    const behind = count === -1 ? undefined : steps[count]
    const last = named.at(-1)
    if (last === undefined) return
    const name = source.sign(at)
    const dotted = dottedOf(last, this.#bindings)
    for (const step of steps) this.#loader(step, source, at, next)
    const own = dotted?.slice(dotted.lastIndexOf(".") + 1) ?? (last._tag === "Member" ? last.name : name)
    if (loaders.test(own) && behind === undefined) return this.#unknownAt(source, at, next)
    if (dotted === undefined) {
      // A name that is bound twice may still be that of a module.
      const risky = /^(?:sys|importlib|runpy|subprocess)\b|^os$/
      const isRisky = this.#bindings.modulesOf(name).some((module) => risky.test(module) || modules.test(module))
      if (running.test(name) || isRisky) this.#unknownAt(source, at, next)
      return
    }
    this.#dotted(dotted, { source, at, next, last, behind, steps })
  }

  #dotted(dotted: string, chain: Chain): void {
    const { at, behind, next, source } = chain
    if (/(?:^|\.)sys\.path(?:\.|$)/.test(dotted)) return this.#path(dotted.replace(/^.*?sys\.path\.?/, ""), chain)
    if (harmless.test(dotted)) return
    const [first = ""] = dotted.split(".")
    const isLoader = loaders.test(dotted.slice(dotted.lastIndexOf(".") + 1))
    if (unpickling.test(dotted) || (modules.test(first) && !isLoader)) return this.#unknownAt(source, at, next)
    if (running.test(dotted) && (dotted !== "globals" || behind !== undefined)) return this.#unknownAt(source, at, next)
    if (/^(?:importlib|runpy)\./.test(dotted) && !isLoader) return this.#unknownAt(source, at, next)
    if (whole.test(dotted) && behind === undefined && !this.#isPlainUse(source, at, next))
      return this.#unknownAt(source, at, next)
    if (behind?._tag === "Call" && (dotted === "os.chdir" || dotted === "os.fchdir"))
      return this.#enter(behind.given[0] === undefined ? { all: [], isOpen: true } : this.#values.of(behind.given[0]))
    if (dotted === "os.environ" || dotted === "os.putenv") this.#environment(dotted, chain)
    if (dotted === "os.environ.setdefault" || dotted === "os.environ.update" || dotted === "os.environ.__setitem__")
      this.#environment(dotted, chain)
  }

  /** Checks whether the name of a module is asked for a member that a literal names, and that runs nothing. */
  #isPlainUse(source: Expressions, at: number, next: number): boolean {
    const name = source.tokens[next + 1]
    return (
      /^(?:getattr|hasattr)$/.test(source.sign(at - 2)) &&
      source.sign(next) === "," &&
      name?.kind === "text" &&
      name.isKnown === true &&
      /^(?:stdin|stdout|stderr|platform|frozen|_MEIPASS|ps1|gettrace|real_prefix|base_prefix|geteuid|getuid|O_\w+|uname|startfile|CREATE_\w+|STARTUPINFO)$/.test(
        name.text
      )
    )
  }

  /** Reads a variable that the script sets for the programs that it runs. */
  #environment(dotted: string, { at, behind, next, source }: Chain): void {
    const set = (name: Expression | undefined, value: Expression | undefined): void => {
      if (name === undefined) return this.#unknownAt(source, at, next)
      const values = value === undefined ? { all: [], isOpen: true } : this.#values.of(value)
      for (const one of this.#values.of(name).all) {
        for (const each of values.all) assign(this.#finder, plain(`${one}=${each}`), true)
        if (values.isOpen) this.#setOpen(one, source, at, next)
      }
    }
    if (behind?._tag === "Index" && /^(?:[-+|]?=)$/.test(source.sign(next))) {
      const value = source.at(next + 1)
      return set(behind.index, source.sign(next) === "=" ? value.expression : undefined)
    }
    if (behind?._tag === "Call" && /setdefault|__setitem__|putenv/.test(dotted))
      return set(behind.given[0], behind.given[1])
    if (dotted === "os.environ.update" && behind?._tag === "Call")
      for (const one of behind.given) if (one._tag === "Named") set({ _tag: "Text", value: one.name }, one.value)
  }

  #setOpen(name: string, source: Expressions, at: number, next: number): void {
    this.#finder.values.set(name, undefined)
    if (deciding.test(name)) this.#unknownAt(source, at, next + 1)
  }

  /** Reads a use of the folders in which modules are searched. */
  #path(rest: string, chain: Chain): void {
    const { at, behind, next, source } = chain
    const given = behind?._tag === "Call" ? behind.given : []
    const items = (expression: Expression | undefined): boolean => {
      if (expression === undefined) return false
      if (expression._tag === "Binary" && expression.operator === "+")
        return items(expression.left) && items(expression.right)
      const isOld = dottedOf(expression._tag === "Index" ? expression.of : expression, this.#bindings) === "sys.path"
      if (isOld) return true
      const all = this.#values.items(expression)
      return all !== undefined && all.every((one) => this.#root(one))
    }
    const isDone = (): boolean => {
      if (rest === "insert") return given[1] !== undefined && this.#root(given[1])
      if (rest === "append") return given[0] !== undefined && this.#root(given[0])
      if (rest === "extend") return items(given[0])
      if (/^(?:remove|pop|index|count|copy|reverse)$/.test(rest)) return true
      if (rest !== "") return false
      const sign = source.sign(next)
      if (sign === "=" || sign === "+=") {
        const { expression } = source.at(next + 1)
        return behind?._tag === "Index" && behind.index._tag === "Number" ? this.#root(expression) : items(expression)
      }
      if (source.sign(at - 1) === "in") return true
      if (behind?._tag === "Index" && behind.index._tag === "Number") return true
      const before = source.sign(at - 1) === "(" ? source.sign(at - 2) : ""
      return printing.test(before) && source.sign(next) === ")"
    }
    if (!isDone()) this.#unknownAt(source, at, next)
  }

  /** Adds a folder in which modules are searched. */
  #root(expression: Expression): boolean {
    const { all, isOpen } = this.#values.absolute(this.#values.of(expression))
    for (const folder of all) this.#found.roots.add(folder)
    return !isOpen
  }

  /** Reads a call that runs a file or a module by its name. */
  #loader(step: Expression, source: Expressions, at: number, next: number): void {
    if (step._tag !== "Call") return
    const { given, of: callee } = step
    const dotted = dottedOf(callee, this.#bindings)
    const name =
      dotted?.slice(dotted.lastIndexOf(".") + 1) ??
      (callee._tag === "Member" || callee._tag === "Name" ? callee.name : "")
    if (!loaders.test(name)) return
    const isFile = /^(?:run_path|spec_from_file_location|\w+FileLoader|addsitedir)$/.test(name)
    const position = /^(?:spec_from_file_location|\w+FileLoader)$/.test(name) ? 1 : 0
    const names = /^(?:location|path|path_name|mod_name|name)$/
    const argument =
      given.filter((one) => one._tag !== "Named")[position] ??
      given.find((one) => one._tag === "Named" && names.test(one.name) && (position === 0 || one.name !== "name"))
    const values = argument === undefined ? { all: [], isOpen: true } : this.#values.of(argument)
    const files = isFile ? this.#values.absolute(values) : values
    if (files.isOpen || (!isFile && given.length > 1 && name === "import_module")) this.#unknownAt(source, at, next)
    for (const one of files.all) {
      if (name === "addsitedir") {
        this.#found.roots.add(one)
        this.#unknownAt(source, at, next)
      } else if (isFile) this.#found.searched.push([one, join(one, "__main__.py")])
      else {
        this.#found.modules.add(one)
        if (name === "run_module") this.#found.modules.add(`${one}.__main__`)
      }
    }
  }
}

/** The imports of a script, and its text with the names by which functions that run programs are known. */
export interface PythonScript {
  readonly imports: ReadonlyArray<Import>
  readonly text: string
}

/** A name of the script with the members, calls and indices behind it. */
interface Chain {
  readonly source: Expressions
  readonly at: number
  readonly next: number
  readonly last: Expression
  readonly behind: Expression | undefined
  readonly steps: ReadonlyArray<Expression>
}

/** Variables that decide which files programs run. */
export const deciding =
  /^(?:PATH|PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|NODE_PATH|NODE_OPTIONS|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|BASH_ENV|ENV|LD_PRELOAD|LD_LIBRARY_PATH|AWKPATH|GIT_CONFIG\w*)$/

/** Reads a script. Throws `unclear` if it can't be divided into its words. */
export const readPython = (
  text: string,
  finder: ClosureFinder,
  found: Found,
  surroundings: Surroundings
): PythonScript => new PythonReader(text, finder, found, surroundings).read()
