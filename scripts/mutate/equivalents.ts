// Derived mutants that no test can find, because they change nothing that can be observed.

/** A mutant by its id, and why it is equivalent to the source. */
export interface Equivalent {
  readonly package: string
  readonly module: string
  /** The names of the declarations around it, the outermost first; without the first where it is the module's name. */
  readonly symbols: ReadonlyArray<string>
  readonly operator: string
  readonly ordinal: number
  readonly because: string
}

const equivalents: ReadonlyArray<Equivalent> = []

const idOf = ({ module, operator, ordinal, package: folder, symbols }: Equivalent): string =>
  `${folder}/${[module, ...symbols].join(".")}/${operator}/${ordinal}`

/** The reasons by the ids of the mutants. */
export const reasons: ReadonlyMap<string, string> = new Map(equivalents.map((each) => [idOf(each), each.because]))
