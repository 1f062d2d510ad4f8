/** Decodes one handler to a hook, or reports its problems. */
import type { Hook } from "@hookline/schema/Hook"
import { entries, type EntryType, type HookEntry } from "@hookline/schema/kit/HookEntry"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { fitsOf } from "../FastCheck.ts"
import { type Place, toHook } from "./entryHook.ts"
import { mend } from "./entryMend.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { kindOf, quote } from "./written.ts"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import type { Report } from "./Problem.ts"

const types = Object.keys(entries)

const typeSet: ReadonlySet<unknown> = new Set(types)

const isType = (word: unknown): word is EntryType => typeSet.has(word)

const decoders = Object.fromEntries(
  Object.entries(entries).map(([type, schema]) => [type, Schema.decodeUnknownResult(schema, { errors: "all" })])
  // Each decoder returns the entry of its own type; the table is only used with a type.
) as unknown as Readonly<Record<EntryType, (entry: unknown) => Result.Result<HookEntry, Schema.SchemaError>>>

type Fits = ReturnType<typeof fitsOf>

/** The checks of one type's fields, and its required fields. */
class Shape {
  readonly #fits: ReadonlyMap<string, Fits>
  readonly #needed: ReadonlyArray<string>
  /** The fields of the last entries, in their order, with their checks: most entries have the same ones in the same order. */
  readonly #names: Array<string> = []
  readonly #checks: Array<Fits | undefined> = []

  constructor(fields: Readonly<Record<string, Schema.Constraint>>) {
    const all = Object.entries(fields)
    this.#fits = new Map(all.map(([name, schema]) => [name, fitsOf(schema)]))
    this.#needed = all.flatMap(([name, { ast }]) => (SchemaAST.isOptional(ast) ? [] : [name]))
  }

  #checkAt(place: number, name: string): Fits | undefined {
    if (place >= mostKept) return this.#fits.get(name)
    if (this.#names[place] !== name) {
      this.#names[place] = name
      this.#checks[place] = this.#fits.get(name)
    }
    return this.#checks[place]
  }

  /** Checks whether an entry is valid, as nearly all are: field by field, without allocation. */
  accepts(entry: Json): boolean {
    for (const name of this.#needed) if (entry[name] === undefined) return false
    let place = 0
    for (const name in entry) {
      const fits = this.#checkAt(place++, name)
      if (fits !== undefined && !fits(entry[name])) return false
    }
    return true
  }
}

/** An entry may have any number of fields. */
const mostKept = 16

const shapes = new Map(Object.entries(entries).map(([type, { fields }]) => [type, new Shape(fields)]))

const isEntry = (type: EntryType, entry: Json): entry is Json & HookEntry => shapes.get(type)?.accepts(entry) === true

const lostAt = (event: string) => ({ entries: 1, events: [event] })

/** Returns the entry's type, if it is known. An entry with a command and no type is a command. */
const typeOf = (entry: Json, place: Place, hostTypes: ReadonlyArray<string>, report: Report): EntryType | undefined => {
  const type = entry["type"] ?? undefined
  if (isType(type)) return type
  if (type === undefined && typeof entry["command"] === "string") {
    report({
      code: "type-missing",
      at: place.at,
      text: "This handler has no `type`, and is taken for a command.",
      fix: `Write "type": "command" beside its command.`
    })
    return "command"
  }
  const meant = typeof type === "string" ? nearest(type, hostTypes) : undefined
  report({
    code: "type-unknown",
    at: type === undefined ? place.at : [...place.at, "type"],
    text: type === undefined ? "This handler has no `type`." : `${quote(type)} is no type of handler.`,
    fix: meant === undefined ? `Write one of: ${hostTypes.join(", ")}.` : `Write "type": "${meant}".`,
    lost: lostAt(place.event)
  })
  return undefined
}

/** Decodes one entry to a hook, or reports it as a loss. */
export const readEntry = (
  written: unknown,
  place: Place,
  report: Report,
  hostTypes: ReadonlyArray<string> = types
): Hook | undefined => {
  if (!isJson(written)) {
    report({
      code: "handler-not-object",
      at: place.at,
      text: `A handler must be an object, and is ${kindOf(written)}.`,
      fix:
        typeof written === "string"
          ? `Write {"type": "command", "command": ${quote(written)}}.`
          : `Write {"type": "command", "command": "…"}.`,
      lost: lostAt(place.event)
    })
    return undefined
  }
  const type = typeOf(written, place, hostTypes, report)
  if (type === undefined) return undefined
  if (type === "python" && !["script", "function"].some((field) => typeof written[field] === "string")) {
    report({
      code: "field-missing",
      at: place.at,
      text: `This python handler has neither a "script" nor a "function", so that it has nothing to run.`,
      fix: `Write "script": "hooks/guard.py", or "function": "module.name".`,
      lost: lostAt(place.event)
    })
    return undefined
  }
  const typed = written["type"] === type ? written : { ...written, type }
  if (isEntry(type, typed)) return toHook(typed, written, place)
  const decoded = decoders[type](typed)
  const entry = Result.isSuccess(decoded)
    ? decoded.success
    : mend(type, typed, decoded.failure, decoders[type], place, report)
  return entry && toHook(entry, written, place)
}
