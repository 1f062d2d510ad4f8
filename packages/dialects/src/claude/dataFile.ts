/** Files of JSON that Claude Code writes: its settings, its record of plugins, and the lists of marketplaces. */
import { ConfigFiles, type Inaccessible } from "@hookline/core/ConfigFiles"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { isJson, type Json } from "@hookline/schema/Json"
import type { File, Scope } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { type Problem, toDiagnostic } from "../format/config/Problem.ts"
import { locate } from "../format/config/read.ts"

const dialect = "claude"

/** A file's data. `problem` is present if the file exists and has none. */
export interface Data {
  readonly file: File
  readonly text: string
  readonly root?: Json
  readonly problem?: Problem
}

/** Parses a valid JSON text. */
const strictly = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    // The parser of texts with comments is asked next, and reports what it can't read either.
    return undefined
  }
}

/** Parses a text, with comments and trailing commas if it has some. Returns `undefined` for any other invalid text. */
const parsed = Effect.fnUntraced(function* (text: string): Effect.fn.Return<unknown> {
  const data = strictly(text)
  if (data !== undefined) return data
  const { salvage } = yield* Effect.promise(() => import("../format/config/locate/json.ts"))
  // A text that is nested deeper than calls can be is invalid, and the caller reports it.
  const saved = yield* Effect.orElseSucceed(
    Effect.try({ try: () => salvage(text), catch: () => "too deep" }),
    () => undefined
  )
  return saved?._tag === "Comments" ? saved.root : undefined
})

/** The problem of a file that is no JSON. */
export const noData: Omit<Problem, "lost"> = {
  code: "json-invalid",
  at: [],
  text: "This file is no valid JSON with an object, so that the plugins in it are unknown.",
  fix: "Let Claude Code write it again, or correct it."
}

const blocked = ({ why }: Inaccessible): Omit<Problem, "lost"> => ({
  code: "file-unreadable",
  at: [],
  text: `This file can't be read (${why}), so that the plugins in it are unknown.`,
  fix: "Let its owner make it readable, as with `chmod u+r`."
})

/** Reads a file of data. Returns `undefined` if it does not exist. */
export const dataOf = (path: string, scope: Scope): Effect.Effect<Data | undefined, never, ConfigFiles> => {
  const file: File = { dialect, scope, file: path, folder: path.slice(0, path.lastIndexOf("/")) }
  return Effect.flatMap(ConfigFiles, (files) =>
    Effect.matchEffect(files.read(path), {
      onSuccess: (text) => {
        if (text === undefined) return Effect.succeed(undefined)
        return Effect.map(parsed(text), (root) =>
          isJson(root) ? { file, text, root } : { file, text, problem: noData }
        )
      },
      onFailure: (error) => Effect.succeed({ file, text: "", problem: blocked(error) })
    })
  )
}

/** Converts a problem to a diagnostic with its position in the file. */
export const problemAt = Effect.fnUntraced(function* (
  { file, text }: Data,
  problem: Problem
): Effect.fn.Return<Diagnostic> {
  const start = problem.at.length === 0 ? { line: 1, column: 1 } : undefined
  const position = problem.position ?? start ?? (yield* locate(file, text))(problem.at)
  return toDiagnostic(problem, file, position)
})
