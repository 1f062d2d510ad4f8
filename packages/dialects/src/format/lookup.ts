/** Looks up a name in a table by own properties only, because names may be `constructor` and the like. */
export const lookup = <A>(table: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
