/** Fallbacks in a shell text: commands that run because another one has failed, and do its work in its place. */
import { commandsIn, functionsIn, type List, type Node, type Pipeline, type Simple } from "./shellTree.ts"

/** Commands that do no work: they only let the text go on, end it, or print something. */
const idle = new Set(["true", ":", "exit", "return", "break", "continue", "false", "echo", "printf", "logger"])

/** The maximum number of calls of functions inside of each other. */
const mostCalls = 8

const isAssignment = (word: string): boolean => /^\w+\+?=/.test(word)

/** The program of a command, or `undefined` if it is an assignment. */
const programOf = ({ words }: Simple): string | undefined => words.find((word) => !isAssignment(word))

/** A run of a text, in which one command fails or succeeds, and all others end alike. */
class Run {
  readonly executed = new Set<Simple>()
  readonly #target: Simple
  readonly #ofTarget: boolean
  readonly #ofOthers: boolean
  /** The status with which the text has ended before its last command. */
  #ended: boolean | undefined
  #stopsAtFailure = false
  #conditions = 0
  #last = true
  #isReturn = false
  #calls = 0
  readonly #functions = new Map<string, List>()

  constructor(target: Simple, ofTarget: boolean, ofOthers: boolean) {
    this.#target = target
    this.#ofTarget = ofTarget
    this.#ofOthers = ofOthers
  }

  /** Runs the whole text. Returns its status. */
  text(list: List): boolean {
    return this.list(list) ?? this.#ended ?? true
  }

  /** Runs a list. Returns its status, or `undefined` if it ends the whole text. */
  list(list: List): boolean | undefined {
    let status = true
    for (const parts of list) {
      status = true
      for (const [at, { operator, pipeline }] of parts.entries()) {
        if (operator === (status ? "||" : "&&")) continue
        const isLast = at === parts.length - 1
        if (!isLast) this.#conditions++
        const next = this.#pipeline(pipeline)
        if (!isLast) this.#conditions--
        if (next === undefined) return undefined
        status = next
        this.#last = status
        if (isLast && !status && !pipeline.isNegated && this.#stopsAtFailure && this.#conditions === 0) {
          this.#ended = false
          return undefined
        }
      }
    }
    return status
  }

  #pipeline({ commands, isNegated }: Pipeline): boolean | undefined {
    let status: boolean | undefined = true
    for (const command of commands) status = this.#node(command)
    // A part of a pipeline ends itself alone.
    if (status === undefined && commands.length > 1) status = true
    return status === undefined ? undefined : status !== isNegated
  }

  #node(node: Node): boolean | undefined {
    switch (node._tag) {
      case "Simple":
        return this.#simple(node)
      case "Group":
        return node.isSubshell ? (this.list(node.list) ?? true) : this.list(node.list)
      case "Function":
        this.#functions.set(node.name, node.list)
        return true
      case "If":
        return this.#if(node)
      case "Some": {
        for (const list of node.lists) this.list(list)
        return true
      }
    }
  }

  #if({ branches }: Extract<Node, { readonly _tag: "If" }>): boolean | undefined {
    for (const { body, condition } of branches) {
      this.#conditions++
      const holds = condition === undefined ? true : this.list(condition)
      this.#conditions--
      if (holds === undefined) return undefined
      if (holds) return this.list(body)
    }
    return true
  }

  /** Runs a function. A call that comes back to itself does so a few times. */
  #call(list: List): boolean | undefined {
    if (this.#calls >= mostCalls) return true
    this.#calls++
    const status = this.list(list)
    this.#calls--
    if (status !== undefined || !this.#isReturn) return status
    this.#isReturn = false
    return this.#ended
  }

  #simple(command: Simple): boolean | undefined {
    let status: boolean | undefined = true
    for (const list of command.inner) status = this.list(list) ?? true
    this.executed.add(command)
    if (command === this.#target) return this.#ofTarget
    for (const list of command.text) status = this.list(list) ?? true
    const program = programOf(command)
    const called = program === undefined ? undefined : this.#functions.get(program)
    if (called !== undefined) return this.#call(called)
    // An assignment has the status of its substitution, and a shell that of its text.
    if (program === undefined || command.text.length > 0) return status
    if (program === "exit" || program === "return") {
      const code = command.words.at(-1)
      this.#ended = code === program ? this.#last : !/^[1-9]/.test(code ?? "")
      this.#isReturn = program === "return"
      return undefined
    }
    if (program === "set" && command.words.some((word) => /^-\w*e|^errexit$/.test(word))) this.#stopsAtFailure = true
    if (program === "false") return false
    return idle.has(program) ? true : this.#ofOthers
  }
}

/** Checks whether a command does some work, beside those in its words and in functions. */
const isWork = (command: Simple, functions: ReadonlySet<string>): boolean => {
  const program = programOf(command)
  return program !== undefined && !idle.has(program) && !functions.has(program)
}

/** Returns the commands that run if a command fails, and do not if it succeeds, or `undefined` if it does not run. */
const runAfter = (list: List, target: Simple, others: boolean): ReadonlyArray<Simple> | undefined => {
  const [failed, succeeded] = [new Run(target, false, others), new Run(target, true, others)]
  failed.text(list)
  succeeded.text(list)
  if (!failed.executed.has(target)) return undefined
  return Array.from(failed.executed).filter((command) => !succeeded.executed.has(command))
}

/**
 * Checks whether a text has a fallback for a command: another one does some work because the command has failed. `true`,
 * `exit 0` and a message are none, because nothing is checked then.
 */
export const hasFallback = (list: List, target: Simple): boolean => {
  const functions = functionsIn(list)
  const found = runAfter(list, target, true) ?? runAfter(list, target, false) ?? []
  return found.some((command) => isWork(command, functions))
}

/** Checks whether a text fails where a command of it fails, so that the command that runs the text may have a fallback. */
export const failsWith = (list: List, target: Simple): boolean => {
  const run = new Run(target, false, true)
  return !run.text(list) && run.executed.has(target)
}

/** Checks whether every command of a text has succeeded where the text has ended with 0. */
export const isStrict = (list: List): boolean =>
  list.length === 1 &&
  list.every((parts) =>
    parts.every(
      ({ operator, pipeline: { commands, isNegated } }) =>
        operator !== "||" &&
        !isNegated &&
        commands.length === 1 &&
        commands.every(
          (node) => node._tag === "Simple" && commandsIn([...node.inner, ...node.text].flat()).length === 0
        )
    )
  )
