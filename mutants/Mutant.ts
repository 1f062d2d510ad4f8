/** A planted fault, as data. */
export interface Mutant {
  /** By this it is called. It stays as it is once it has been told of. */
  readonly id: string
  /** The file, from the root. */
  readonly file: string
  /** What goes wrong by it, in half a sentence. */
  readonly breaks: string
  /** A text that stands in the file exactly once, and what is put in its place. */
  readonly find: string
  readonly replace: string
  /** The project whose tests are to find it, and parts of the paths of those that are asked first. */
  readonly project: string
  readonly tests: ReadonlyArray<string>
}

/** The project that the file itself belongs to: it is named as the package's folder. */
export const ownProject = ({ file }: Pick<Mutant, "file">): string => file.split("/")[1] ?? ""

/** The file's text with the fault in it. */
export const planted = (text: string, { find, replace }: Pick<Mutant, "find" | "replace">): string =>
  // Not by `replace`, to which a dollar in the text would mean something.
  text.split(find).join(replace)
