// A position in a text for the shell, with the documents that begin at the next line.
import { type Budget, giveUp } from "./Budget.ts"
import type { Command, Input, Loop } from "./Script.ts"

/** A command while it is read. */
export interface Draft {
  raw: string
  nameAt: number
  readonly words: Array<Command["words"][number]>
  readonly assignments: Array<Command["assignments"][number]>
  readonly inputs: Array<Input>
  /** The files that redirections name. */
  readonly files: Array<Command["files"][number]>
  readonly targets: Array<string | undefined>
}

export interface HereDocument {
  readonly delimiter: string
  /** True if the delimiter is quoted, so that nothing is expanded in the lines. */
  readonly isQuoted: boolean
  /** True for `<<-`, which removes leading tabs. */
  readonly isIndented: boolean
  readonly command: Draft
}

/** The text that ends a list of commands. */
export type Close = "" | ")" | "esac"

/** State of all readers of one text. */
export interface Reading {
  readonly budget: Budget
  readonly commands: Array<Command>
  readonly loops: Array<Loop>
  /** The number of substitutions that were read. */
  expansions: number
  /** The number of compound commands that no keyword has ended yet. */
  open: number
  /** True after an operator that joins the next command, which may be in another line. */
  isJoined: boolean
  /** True if the text might set `HOME`, which is otherwise a path without blanks. */
  readonly setsHome: boolean
  /** Reads commands up to, and with, what closes them. Returns true if `esac` closes them. */
  readonly list: (reader: Reader, close: Close) => boolean
}

/** Limits nesting. Real commands stay far below it. */
const deepest = 40

export class Reader {
  readonly text: string
  readonly reading: Reading
  at = 0
  documents: Array<HereDocument> = []
  /** The number of documents around this list that begin at the next line. */
  outerDocuments = 0
  isInArray = false
  #depth: number

  constructor(text: string, reading: Reading, depth = 0) {
    if (depth > deepest) giveUp()
    this.text = text
    this.reading = reading
    this.#depth = depth
  }

  get isNested(): boolean {
    return this.#depth > 0
  }

  get char(): string | undefined {
    return this.text[this.at]
  }

  get next(): string | undefined {
    return this.text[this.at + 1]
  }

  get isLinePending(): boolean {
    return this.documents.length + this.outerDocuments > 0
  }

  is(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  skip(count: number): void {
    this.reading.budget.spend(count)
    this.at += count
  }

  /** Matches a sticky pattern at this position and goes behind it. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.reading.budget.spend(1)
    if (found !== undefined) this.skip(found.length)
    return found
  }

  /** Returns the text up to the next `end`, and goes behind that. */
  through(end: string): string {
    const to = this.text.indexOf(end, this.at)
    if (to === -1) return giveUp()
    const passed = this.text.slice(this.at, to)
    this.skip(passed.length + end.length)
    // A line that ends inside of a quote is no end of line for documents, in some shells.
    if (this.isLinePending && passed.includes("\n")) giveUp()
    return passed
  }

  /** Goes behind blanks, continued lines and a comment. */
  blanks(): void {
    this.match(/(?:[ \t]|\\\n)*/y)
    if (this.char !== "#") return
    const comment = this.match(/#[^\n]*/y) ?? ""
    // Shells differ in whether brackets and quotes count in a comment.
    if (this.isNested && /['"`()]/.test(comment)) giveUp()
  }

  /** Reads what is nested one level deeper. */
  deeper<A>(read: () => A): A {
    if (++this.#depth > deepest) giveUp()
    const result = read()
    this.#depth--
    return result
  }

  /** Reads a part that the shell reads as a text of its own. */
  inside(text: string, read: (reader: Reader) => void): void {
    read(new Reader(text, this.reading, this.#depth + 1))
  }

  /** Reads the commands of a substitution, up to its bracket. Documents begin and end inside of it. */
  substitution(): void {
    if (this.is("\\\n")) giveUp()
    const { documents } = this
    this.documents = []
    this.outerDocuments += documents.length
    this.deeper(() => this.reading.list(this, ")"))
    if (this.documents.length > 0) giveUp()
    this.outerDocuments -= documents.length
    this.documents = documents
  }
}
