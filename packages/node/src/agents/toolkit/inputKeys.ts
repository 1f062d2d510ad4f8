/** The keys that a model may give in the input of a tool, by the schema of its parameters. */
import { isJson } from "@hookline/schema/Json"
import * as Tool from "effect/ai/Tool"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** Keys of an input. An open one may have others. */
export interface InputKeys {
  readonly keys: ReadonlyArray<string>
  readonly isOpen: boolean
}

const open: InputKeys = { keys: [], isOpen: true }

const keysOf = (ast: SchemaAST.AST, seen: ReadonlySet<SchemaAST.AST> = new Set()): InputKeys => {
  // A recursive type adds no key at its second appearance.
  if (seen.has(ast)) return { keys: [], isOpen: false }
  const within = new Set([...seen, ast])
  if (SchemaAST.isSuspend(ast)) return keysOf(ast.thunk(), within)
  if (SchemaAST.isUnion(ast)) {
    const all = ast.types.map((one) => keysOf(one, within))
    return { keys: all.flatMap(({ keys }) => keys), isOpen: all.some(({ isOpen }) => isOpen) }
  }
  if (!SchemaAST.isObjects(ast)) return open
  return {
    keys: ast.propertySignatures.map(({ name }) => String(name)),
    isOpen: ast.indexSignatures.length > 0
  }
}

/** Returns the keys of a JSON schema, which allows others unless it excludes them. */
const keysOfJson = ({ additionalProperties, properties }: Readonly<Record<string, unknown>>): InputKeys => ({
  keys: isJson(properties) ? Object.keys(properties) : [],
  isOpen: additionalProperties !== false
})

/** Returns the keys of a tool's input as the model gives it. */
export const inputKeysOf = (tool: Tool.Any): InputKeys => {
  if (Tool.isDynamic(tool) && tool.jsonSchema !== undefined) return keysOfJson(tool.jsonSchema)
  const schema: unknown = tool.parametersSchema
  return Schema.isSchema(schema) ? keysOf(SchemaAST.toEncoded(schema.ast)) : open
}
