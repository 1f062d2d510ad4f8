/** Tables by names that people wrote: `constructor` and its like are names, and no entries. */
export const lookup = <A>(table: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
