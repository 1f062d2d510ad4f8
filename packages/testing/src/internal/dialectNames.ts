/** Dialects by name, for laws: a counterexample with a whole dialect in it could not be read. */
import type { Dialect } from "@hookline/core/Dialect"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as TestDialects from "../TestDialects.ts"

export const dialectNames: ReadonlyArray<string> = TestDialects.all.map(({ name }) => name)

/** Creates the name of a dialect. */
export const dialectName: Arbitrary.Arbitrary<string> = Arbitrary.schema(Schema.Literals(dialectNames))

/** Returns the dialect of a name. */
export const dialectNamed = (name: string): Dialect => {
  const found = TestDialects.all.find((dialect) => dialect.name === name)
  if (found === undefined) throw new Error(`no dialect is called ${name}`)
  return found
}
