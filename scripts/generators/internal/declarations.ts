// The exported declarations of a built module, with their doc comments.
import { parseSync } from "vite"

/** An exported declaration. */
export interface Declared {
  readonly name: string
  readonly since: string
  /** The comment without its tags. */
  readonly text: string
  readonly code: string
  readonly example: string | undefined
}

interface Comment {
  readonly text: string
  readonly since: string | undefined
  readonly example: string | undefined
}

const commentOf = (value: string): Comment => {
  const lines = value.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
  const text = lines.join("\n").replace(/^\*/, "").trim()
  const at = text.search(/^@\w/m)
  const [, example] = /^@example\s+```ts\n([^]*?)\n```/m.exec(text) ?? []
  const [, since] = /^@since (\S+)/m.exec(text) ?? []
  return { text: (at < 0 ? text : text.slice(0, at)).trim(), since, example }
}

/** Lists the names that a declaration file exports from other files. */
export const exportedFrom = (path: string, text: string): ReadonlyArray<string> =>
  parseSync(path, text).program.body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration"
      ? statement.specifiers.flatMap(({ exported }) => (exported.type === "Identifier" ? [exported.name] : []))
      : []
  )

/** Longer declarations are cut: those of schemas repeat all of their fields. */
const longest = 1600

/** Joins a declaration to one without the words that only declaration files have. */
const written = (code: string, bases: ReadonlyMap<string, string>): string => {
  const whole = code
    .replace(/^export (?:declare )?/, "")
    .replace(/(extends )(\w+_base)\b/, (_, word: string, base: string) => `${word}${bases.get(base) ?? base}`)
    .replaceAll(/\n {4,}/g, (indent) => `\n${" ".repeat((indent.length - 1) / 2)}`)
    .replace(/ \{\n\}$/, " {}")
    .replace(/;$/, "")
  return whole.length <= longest ? whole : `${whole.slice(0, whole.lastIndexOf("\n", longest))}\n  // …`
}

/** Lists the exported declarations of a declaration file, in order. Overloads and re-exports of the same name are one. */
export const declarationsOf = (path: string, text: string): ReadonlyArray<Declared> => {
  const { comments, errors, program } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`)
  const docs = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"))
  const bases = new Map(
    [...text.matchAll(/^declare const (\w+_base): ([^]*?);\n(?=\S)/gm)].map(([, name = "", type = ""]) => [name, type])
  )
  const found = new Map<string, Declared>()
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) continue
    const { declaration, end, start } = statement
    const doc = docs.findLast((comment) => comment.end <= start && text.slice(comment.end, start).trim() === "")
    const names =
      declaration.type === "VariableDeclaration"
        ? declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []))
        : "id" in declaration && declaration.id?.type === "Identifier"
          ? [declaration.id.name]
          : []
    const comment = doc === undefined ? undefined : commentOf(doc.value)
    const code = written(text.slice(start, end), bases)
    for (const name of names) {
      const known = found.get(name)
      if (known !== undefined) {
        // A type and a value of one name, or overloads.
        found.set(name, { ...known, code: `${known.code}\n\n${code}` })
        continue
      }
      if (comment?.since === undefined) throw new Error(`${path}: ${name} has no @since`)
      found.set(name, { name, since: comment.since, text: comment.text, code, example: comment.example })
    }
  }
  return [...found.values()]
}
