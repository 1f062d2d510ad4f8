// The files that a script of JavaScript or TypeScript imports or runs as code.
import type { ClosureFinder } from "../closure/ClosureFinder.ts"
import { assign } from "../closure/variables.ts"
import { shown } from "../closure/words.ts"
import { builtins } from "../nodeBuiltins.ts"
import { collapsed, join, plain } from "../ShellValues.ts"
import { of, open, union, type Values } from "../Values.ts"
import { Bindings } from "./Bindings.ts"
import type { Surroundings } from "./Evaluator.ts"
import { type Expression, Expressions } from "./Expression.ts"
import type { Found } from "./Found.ts"
import { bindNames } from "./javascriptBindings.ts"
import { javascriptModule } from "./javascriptModule.ts"
import { tokensOf } from "./javascriptTokens.ts"
import { JavaScriptValues, plainModule } from "./JavaScriptValues.ts"
import { deciding } from "./python.ts"
import { listsOf } from "./Token.ts"

/** Modules by which any code may be run. */
const running = /^(?:vm|repl|inspector|inspector\/promises|cluster|wasi|bun:ffi|bun)$/
/** Members by which any code may be run, whatever they are members of. */
const runningMembers =
  /^(?:_load|_compile|_extensions|_resolveFilename|mainModule|getBuiltinModule|dlopen|runMain|registerHooks|eval|createRequireFromPath|runInThisContext|runInNewContext|runInContext|compileFunction|importScripts)$/
const ofModule = /^(?:exports|filename|path|id|parent|children|paths|loaded|hot)$/
const ofMeta = /^(?:url|dirname|filename|resolve|main|dir|path|file|env|hot)$/
const ofRequire = /^(?:resolve|main|cache)$/

const packageOf = (name: string): string =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/")

class JavaScriptReader {
  readonly #text: string
  readonly #finder: ClosureFinder
  readonly #found: Found
  readonly #bindings = new Bindings()
  readonly #values: JavaScriptValues
  readonly #own: Values
  /** Names by which files are loaded, with the paths from which these are searched. */
  readonly #loaders = new Map<string, Values>()

  constructor(text: string, finder: ClosureFinder, found: Found, surroundings: Surroundings) {
    this.#text = text
    this.#finder = finder
    this.#found = found
    this.#values = new JavaScriptValues(this.#bindings, surroundings)
    this.#own = of(...surroundings.paths)
  }

  read(): void {
    const sources = listsOf(tokensOf(this.#text)).map((tokens) => new Expressions(tokens, false))
    for (const source of sources) bindNames(source, this.#bindings)
    this.#loaders.set("require", this.#own)
    for (let before = -1; before !== this.#loaders.size;) {
      before = this.#loaders.size
      for (const [name, values] of this.#bindings.bound) {
        const all = [...values].map((one) => (one === undefined ? undefined : this.#loaderOf(one)))
        const known = all.flatMap((one) => one ?? [])
        // A parameter of a function may have the name, too.
        if (known.length > 0 && (known.length === all.length || name === "require")) {
          this.#loaders.set(name, union(known.length === all.length ? known : [...known, this.#own]))
        }
      }
    }
    for (const source of sources) this.#words(source)
  }

  #unknown(words: string): void {
    this.#found.unknown.add(shown(words))
  }

  #unknownAt(source: Expressions, at: number, next: number): void {
    const [first, last] = [source.tokens[Math.max(0, at)], source.tokens[Math.max(at, next - 1)]]
    this.#unknown(this.#text.slice(first?.from ?? 0, Math.max(last?.to ?? 0, first?.to ?? 0)))
  }

  /** Returns the paths from which a function loads files, or `undefined` if the expression is no such function. */
  #loaderOf(expression: Expression): Values | undefined {
    if (expression._tag === "Name") return this.#loaders.get(expression.name)
    const module = expression._tag === "Call" ? this.#values.moduleOf(expression.of) : undefined
    if (expression._tag !== "Call" || (module !== "module.createRequire" && module !== "createRequire"))
      return undefined
    const [first] = expression.given
    return first === undefined ? open : this.#values.absolute(this.#values.paths(this.#values.of(first)))
  }

  #words(source: Expressions): void {
    for (let at = 0; at < source.tokens.length; at++) {
      const token = source.tokens[at]
      if (token === undefined || token.kind === "sign" || token.kind === "number") continue
      const { isKnown, kind, text } = token
      const before = source.sign(at - 1)
      const after = source.sign(at + 1)
      if (kind === "text") {
        if (deciding.test(text) && (after === ":" || (after === "]" && source.sign(at + 2) === "=")))
          this.#setting(source, at, after === ":" ? at + 2 : at + 3)
        if (before === "[" && after === "]" && (runningMembers.test(text) || /^(?:require|createRequire)$/.test(text)))
          this.#unknownAt(source, at - 2, at + 2)
        const isFrom = before === "from" || (before === "import" && source.sign(at - 2) !== ".")
        if (isFrom && isKnown === true) this.#specifier(text, this.#own, source, at)
        continue
      }
      if (kind !== "name") continue
      if (before === "." || before === "?.") {
        this.#memberWord(source, at)
        continue
      }
      if (/^(?:cwd)$/.test(text)) this.#folder(source, at)
      if (deciding.test(text) && after === ":" && /^[{,]$/.test(before)) this.#setting(source, at, at + 2)
      if (text === "import") this.#import(source, at)
      else if (this.#loaders.has(text)) this.#loader(source, at)
      else if (text === "module") this.#module(source, at)
      else if (text === "eval" || (text === "Function" && (after === "(" || before === "=")))
        this.#unknownAt(source, at, source.postfix(at).next)
      else if (text === "globalThis" || text === "global") {
        if (after !== "." && after !== "?.") this.#unknownAt(source, at, at + 1)
      } else this.#call(source, at)
    }
  }

  /** Reads a name with what is behind it, as far as that runs a file. */
  #call(source: Expressions, at: number): void {
    const name = source.sign(at)
    const module = this.#bindings.of(name) === undefined ? (this.#bindings.moduleOf(name) ?? name) : name
    if (running.test(module) && this.#bindings.isImported(name)) return this.#unknownAt(source, at, at + 1)
    if (/(?:^|\.)createRequire$/.test(module)) return this.#creates(source, at, at)
    if (/(?:^|\.)register$/.test(module) && module.startsWith("module.")) return this.#unknownAt(source, at, at + 1)
    if (module === "module.Module" || (module.startsWith("module") && this.#isModulePackage(name)))
      return this.#modulePackage(source, at)
    if (/(?:^|\.)(?:fork|Worker)$/.test(module)) this.#runs(source, at, at)
    if (module === "child_process.fork" || module === "worker_threads.Worker")
      if (name !== "fork" && name !== "Worker") this.#runs(source, at, at)
  }

  #isModulePackage(name: string): boolean {
    return this.#bindings.isImported(name) && /^module(?:$|\.)/.test(this.#bindings.moduleOf(name) ?? "")
  }

  /** Reads a use of the package by which modules are loaded. */
  #modulePackage(source: Expressions, at: number): void {
    if (source.sign(at + 1) === "." && /^(?:createRequire|builtinModules|isBuiltin)$/.test(source.sign(at + 2))) return
    if (/^(?:import|from|as|[{,*])$/.test(source.sign(at - 1))) return
    this.#unknownAt(source, at, source.postfix(at).next)
  }

  #memberWord(source: Expressions, at: number): void {
    const name = source.sign(at)
    const start = startOf(source, at)
    const after = source.sign(at + 1)
    if (runningMembers.test(name)) this.#unknownAt(source, start, at + 1)
    else if (name === "require") {
      const isOwn = source.sign(at - 2) === "module" && start === at - 2 && after === "("
      if (!isOwn) this.#unknownAt(source, start, source.postfix(start).next)
    } else if (name === "createRequire") this.#creates(source, at, start)
    else if (name === "fork" || name === "Worker") this.#runs(source, at, start)
    else if (name === "constructor" && source.sign(at - 2) === "module") this.#unknownAt(source, start, at + 1)
    else if (name === "chdir" && after === "(") {
      const { expression } = source.postfix(start)
      const call = callBehind(expression, "chdir")
      this.#enter(call?.given[0] === undefined ? open : this.#values.of(call.given[0]))
    } else if (deciding.test(name) && after === "=") this.#setting(source, at, at + 2)
    else if (source.sign(at - 2) === "env" && after === "=") {
      const { expression } = source.at(at + 2)
      const { all, isOpen } = this.#values.of(expression)
      for (const value of all) assign(this.#finder, plain(`${name}=${value}`), true)
      if (isOpen) this.#finder.values.set(name, undefined)
    }
  }

  /** Reads a variable that is set for a process, where it decides which files that loads. */
  #setting(source: Expressions, at: number, value: number): void {
    this.#unknownAt(source, at, source.at(value).next)
  }

  /** Reads the folder that a call gives to the process that it starts. */
  #folder(source: Expressions, at: number): void {
    const [before, after] = [source.sign(at - 1), source.sign(at + 1)]
    if (!/^[{,]$/.test(before)) return
    if (after === ":") {
      const { expression, next } = source.at(at + 2)
      this.#enter(/^[,}]$/.test(source.sign(next)) ? this.#values.of(expression) : open)
    } else if (after === "}" || after === ",") this.#enter(this.#values.of({ _tag: "Name", name: "cwd" }))
  }

  #enter(values: Values): void {
    const { all, isOpen } = this.#values.paths(values)
    for (const folder of all) this.#finder.values.enter(plain(folder), false)
    if (isOpen) this.#finder.values.isFolderOpen = true
  }

  #import(source: Expressions, at: number): void {
    const after = source.sign(at + 1)
    if (after === ".") {
      if (source.sign(at + 2) !== "meta") return
      const member = source.sign(at + 4)
      if (source.sign(at + 3) !== "." || !ofMeta.test(member)) this.#unknownAt(source, at, source.postfix(at).next)
      return
    }
    if (after !== "(") return
    const { next } = source.postfix(at)
    const { expression, next: end } = source.at(at + 2)
    const isWhole = /^[,)]$/.test(source.sign(end))
    this.#specifiers(isWhole ? this.#values.of(expression) : open, this.#own, source, at, next)
  }

  /** Reads a use of a function that loads files. */
  #loader(source: Expressions, at: number): void {
    const [before, after] = [source.sign(at - 1), source.sign(at + 1)]
    const name = source.sign(at)
    const { expression, next } = source.postfix(at)
    if (before === "typeof") return
    // The declaration of a name is none of its uses.
    if (after === "=" && (this.#bindings.of(name) !== undefined || name === "require")) return
    if ((after === "." || after === "?.") && ofRequire.test(source.sign(at + 2))) return
    if (before === "=" && source.tokens[at - 2]?.kind === "name" && this.#loaders.has(source.sign(at - 2))) {
      if (!/^[.([?]|\?\.$/.test(after)) return
    }
    const call = innerCall(expression)
    if (call === undefined || call.of._tag !== "Name") return this.#unknownAt(source, at, Math.max(next, at + 1))
    const [first] = call.given
    const base = this.#loaders.get(name) ?? open
    this.#specifiers(first === undefined ? open : this.#values.of(first), base, source, at, next)
  }

  /** Reads a call that creates a function which loads files. */
  #creates(source: Expressions, at: number, start: number): void {
    if (/^(?:[{,]|as|import)$/.test(source.sign(start - 1)) && source.sign(at + 1) !== "(") return
    const { expression, next } = source.postfix(start)
    const steps: Array<Expression> = []
    for (let one: Expression | undefined = expression; one !== undefined;) {
      steps.unshift(one)
      one = one._tag === "Member" || one._tag === "Call" || one._tag === "Index" ? one.of : undefined
    }
    const created = steps.findIndex((step) => step._tag === "Call" && this.#loaderOf(step) !== undefined)
    const base = steps[created] === undefined ? undefined : this.#loaderOf(steps[created])
    if (base === undefined) return this.#unknownAt(source, start, next)
    const used = steps[created + 1]
    if (used === undefined) {
      const isBound = source.sign(start - 1) === "=" && this.#loaders.has(source.sign(start - 2))
      if (!isBound) this.#unknownAt(source, start, next)
      return
    }
    if (used._tag === "Member" && used.name === "resolve") return
    const first = used._tag === "Call" ? used.given[0] : undefined
    this.#specifiers(first === undefined ? open : this.#values.of(first), base, source, start, next)
  }

  #module(source: Expressions, at: number): void {
    if (this.#bindings.of("module") !== undefined && !this.#bindings.isImported("module")) return
    if (this.#isModulePackage("module")) return this.#modulePackage(source, at)
    const after = source.sign(at + 1)
    const member = source.sign(at + 2)
    if (after === "." && ofModule.test(member)) return
    if (after === "." && member === "require") {
      const { expression, next } = source.postfix(at)
      const call = callBehind(expression, "require")
      const [first] = call?.given ?? []
      return this.#specifiers(first === undefined ? open : this.#values.of(first), this.#own, source, at, next)
    }
    // A name of a member, a label or a comparison.
    if (after === ":" || after === "(" || /^[=!]==?$/.test(source.sign(at - 1)) || /^[=!]==?$/.test(after)) return
    if (source.sign(at - 1) === "typeof") return
    this.#unknownAt(source, Math.max(0, at - 1), source.postfix(at).next)
  }

  /** Reads a call that runs a file in another process or thread. */
  #runs(source: Expressions, at: number, start: number): void {
    const { expression, next } = source.postfix(start)
    const before = source.sign(start - 1)
    if (source.sign(at + 1) !== "(") {
      if (/^(?:[{,]|import|as)$/.test(before) || source.sign(at + 1) === ".") return
      return this.#unknownAt(source, start, next)
    }
    if (before === "function" || before === "class") return
    const call = callBehind(expression, source.sign(at)) ?? innerCall(expression)
    const [first, second] = call?.given ?? []
    const values = first === undefined ? open : this.#values.absolute(this.#values.paths(this.#values.of(first)))
    const isText = second !== undefined && /\beval\b/.test(this.#text.slice(source.tokens[start]?.from))
    if (values.isOpen || isText) this.#unknownAt(source, start, next)
    for (const path of values.all) this.#found.searched.push(javascriptModule(path))
  }

  #specifiers(values: Values, base: Values, source: Expressions, at: number, next: number): void {
    if (values.isOpen) this.#unknownAt(source, at, next)
    for (const name of values.all) this.#specifier(name, base, source, at)
  }

  /** Adds the file or the package of one import. */
  #specifier(name: string, base: Values, source: Expressions, at: number): void {
    const isPath = /^(?:\.{0,2}\/|file:|\.\.?$)/.test(name)
    if (isPath) {
      if (base.isOpen && !/^(?:\/|file:)/.test(name)) this.#unknownAt(source, at, source.postfix(at).next)
      const path = this.#values.paths(of(name)).all[0] ?? name
      for (const own of path.startsWith("/") ? ["/"] : base.all)
        this.#found.searched.push(javascriptModule(collapsed(join(own === "/" ? "/" : folderOf(own), path))))
      return
    }
    const plainName = plainModule(name)
    if (running.test(plainName)) return this.#unknown(name)
    if (name.startsWith("#")) {
      this.#found.ownImports.add(name)
      return
    }
    if (/^(?:node|bun):/.test(name)) return
    if (!/^[@a-z0-9][\w@./-]*$/i.test(name)) return this.#unknown(name)
    const found = packageOf(name)
    if (!builtins.has(found)) this.#found.packages.add(found)
  }
}

const folderOf = (path: string): string =>
  path.endsWith("/") ? path : path.slice(0, Math.max(1, path.lastIndexOf("/")))

/** Returns the index at which the members before a name begin. */
const startOf = (source: Expressions, at: number): number => {
  let start = at
  while (/^\??\.$/.test(source.sign(start - 1)) && source.tokens[start - 2]?.kind === "name") start -= 2
  if (/^\??\.$/.test(source.sign(start - 1)) && source.sign(start - 2) === ")") {
    let open = start - 2
    while (open > 0 && source.endOf(open) !== start - 2) open--
    if (source.tokens[open - 1]?.kind === "name") return startOf(source, open - 1)
    return open
  }
  return start
}

/** Returns the first call of a chain. */
const innerCall = (expression: Expression): Extract<Expression, { _tag: "Call" }> | undefined => {
  let found: Extract<Expression, { _tag: "Call" }> | undefined
  for (let one: Expression | undefined = expression; one !== undefined;) {
    if (one._tag === "Call") found = one
    one = one._tag === "Member" || one._tag === "Call" || one._tag === "Index" ? one.of : undefined
  }
  return found
}

/** Returns the call of a member with a name. */
const callBehind = (expression: Expression, name: string): Extract<Expression, { _tag: "Call" }> | undefined => {
  for (let one: Expression | undefined = expression; one !== undefined;) {
    if (one._tag === "Call" && one.of._tag === "Member" && one.of.name === name) return one
    one = one._tag === "Member" || one._tag === "Call" || one._tag === "Index" ? one.of : undefined
  }
  return undefined
}

/** Reads a script. Throws `unclear` if it can't be divided into its words. */
export const readJavaScript = (text: string, finder: ClosureFinder, found: Found, surroundings: Surroundings): void =>
  new JavaScriptReader(text, finder, found, surroundings).read()
