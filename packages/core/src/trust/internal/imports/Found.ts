// What the text of one script loads, while it is collected.

/** The collected imports of a script. */
export class Found {
  /** For each import the paths at which it is searched, in order. */
  readonly searched: Array<ReadonlyArray<string>> = []
  readonly maybe: Array<ReadonlyArray<string>> = []
  readonly packages = new Set<string>()
  readonly roots = new Set<string>()
  /** The words of imports that are not surely resolved. */
  readonly unknown = new Set<string>()
  /** Names of files that the `imports` of the nearest `package.json` name. */
  readonly ownImports = new Set<string>()
  /** Modules that are searched in the roots of the program, and else are installed packages. */
  readonly modules = new Set<string>()
}
