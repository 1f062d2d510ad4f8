// The commands of a text for the shell, as far as the text shows them. There may be more commands than the shell runs,
// never fewer.

/** A part of a word's text that the shell replaces, as written. */
export interface Replaced {
  readonly from: number
  readonly to: number
  /** True if the value stays one word, and no pattern is in it. */
  readonly isQuoted: boolean
}

export interface Word {
  /** The text without its quotes. Parts that only the shell can expand are as written. */
  readonly text: string
  /** True if the word is one word and exactly `text`, in every state of the shell. */
  readonly isKnown: boolean
  /** True if nothing is quoted or expanded. Only such words can be keywords. */
  readonly isPlain: boolean
  /** The base name of the program that the word names as the first of a command, or `undefined` if that is unknown. */
  readonly program: string | undefined
  /**
   * The parts that the shell replaces, in order, if their values are all that is needed to know the word. Absent if the
   * word has none, or if a pattern or a braced list is in it.
   */
  readonly replaced?: ReadonlyArray<Replaced>
}

/** A text that a command reads: a here-document or a here-string. */
export interface Input {
  readonly text: string
  readonly isKnown: boolean
}

/** A file that a redirection names. */
export interface Redirected {
  readonly word: Word
  readonly writes: boolean
}

export interface Command {
  readonly raw: string
  /** The offset of the name in `raw`, after assignments and redirections. */
  readonly nameAt: number
  readonly words: ReadonlyArray<Word>
  /** The assignments before the name. */
  readonly assignments: ReadonlyArray<Word>
  readonly inputs: ReadonlyArray<Input>
  /** The files that redirections name. */
  readonly files: ReadonlyArray<Redirected>
  /** The base names of the files to which output goes, each `undefined` if it is unknown. */
  readonly targets: ReadonlyArray<string | undefined>
}

/** A variable that a loop sets to each of some words. */
export interface Loop {
  readonly name: string
  readonly words: ReadonlyArray<Word>
}

export interface Script {
  readonly commands: ReadonlyArray<Command>
  readonly loops: ReadonlyArray<Loop>
  /** True if the shell substitutes variables or commands. */
  readonly expands: boolean
}
