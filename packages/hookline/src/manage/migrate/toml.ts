/** Handlers as tables of TOML, to be put behind what a file has. */
import { isJson } from "@hookline/schema/Json"

/** A text in quotes. JSON's are TOML's, but for one character. */
const text = (value: string): string => JSON.stringify(value).replaceAll("\u007F", String.raw`\u007F`)

const key = (name: string): string => (/^[\w-]+$/.test(name) ? name : text(name))

/** A value, or nothing where TOML has none such. */
const valueOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.isWellFormed() ? text(value) : undefined
  if (typeof value === "boolean") return String(value)
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined
  if (Array.isArray(value)) {
    const items = value.map(valueOf)
    return items.every((item) => item !== undefined) ? `[${items.join(", ")}]` : undefined
  }
  if (!isJson(value)) return undefined
  const fields = Object.entries(value).map(([name, field]) => [key(name), valueOf(field)] as const)
  return fields.every(([, field]) => field !== undefined)
    ? `{ ${fields.map(([name, field]) => `${name} = ${field ?? ""}`).join(", ")} }`
    : undefined
}

/** Returns the table of a handler under an event, or `undefined` if TOML can't express it, because it has no null. */
export const table = (event: string, handler: unknown): string => {
  const fields = Object.entries(isJson(handler) ? handler : {}).flatMap(([name, value]) => {
    const written = valueOf(value)
    return written === undefined ? [] : [`${key(name)} = ${written}`]
  })
  return [`[[hooks.${key(event)}.handlers]]`, ...fields].join("\n")
}

/** A file's text with tables behind it. */
export const append = (before: string, tables: ReadonlyArray<string>): string => {
  const end = before.includes("\r\n") ? "\r\n" : "\n"
  const start = before.trim() === "" ? before : before.replace(/(?:\r?\n)*$/, end + end)
  return start + tables.join("\n\n").replaceAll("\n", end) + end
}

/** Checks whether TOML can express the value, which excludes texts with lone surrogates. */
export const canSay = (value: unknown): boolean =>
  typeof value === "string"
    ? value.isWellFormed()
    : typeof value !== "object" ||
      value === null ||
      Object.entries(value).every(([name, field]) => canSay(name) && canSay(field))
