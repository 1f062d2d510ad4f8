// Reads the table of cases. A field that nobody knows is an error, so that no expectation is passed over.
import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { type Case, Rules, Table } from "./Case.ts"

export const folder = path.join(import.meta.dirname, "../../../../conformance")

const strictly = { onExcessProperty: "error", errors: "all" } as const

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), "utf8"))

export const files = readdirSync(folder).filter((file) => /^[a-z-]+\.json$/.test(file) && file !== "rules.json")

export const decode = Schema.decodeUnknownSync(Table, strictly)

export const tables = files.map((file) => ({ file, ...decode(read(file)) }))

export const cases: ReadonlyArray<Case> = tables.flatMap((table) => table.cases)

export const { rules } = Schema.decodeUnknownSync(Rules, strictly)(read("rules.json"))
