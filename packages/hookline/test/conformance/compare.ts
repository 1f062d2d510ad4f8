// What a case expects, beside what happened: every difference in a sentence.
import { isJson } from "@hookline/schema/Json"
import { isDeepStrictEqual } from "node:util"
import type { Expected } from "./Case.ts"

/** What happened, as far as somebody has looked. */
export interface Observed {
  readonly verdict?: string
  readonly reasons?: ReadonlyArray<string>
  readonly context?: ReadonlyArray<string>
  readonly notices?: ReadonlyArray<{ readonly level: string; readonly text: string }>
  readonly diagnostics?: ReadonlyArray<{
    readonly code: string
    readonly line: number
    readonly column: number
    readonly fix?: string
  }>
  readonly input?: unknown
  readonly changes?: ReadonlyArray<unknown>
  readonly halt?: string | null
  readonly goesOn?: boolean
  readonly effects?: ReadonlyArray<unknown>
  readonly exports?: Readonly<Record<string, string>>
  readonly runs?: ReadonlyArray<string>
  readonly started?: ReadonlyArray<string>
  readonly answer?: { readonly stdout: unknown; readonly stderr?: string; readonly exit: number | null }
  readonly refused?: string
  readonly files?: (file: string) => string | undefined
  readonly requests?: Readonly<Record<string, ReadonlyArray<unknown>>>
  readonly asked?: ReadonlyArray<string>
  readonly seconds?: number
}

const shown = (value: unknown): string => JSON.stringify(value) ?? "nothing"

/** Whether a value is as it should be: of objects only the keys that are told of count. */
export const isLike = (wanted: unknown, value: unknown): boolean => {
  if (wanted === "{{any}}") return value !== undefined
  if (wanted === "{{none}}") return value === undefined
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => isLike(one, value[at]))
  }
  if (!isJson(wanted)) return isDeepStrictEqual(wanted, value)
  if (Object.keys(wanted).length === 0) return isDeepStrictEqual(wanted, value)
  return isJson(value) && Object.entries(wanted).every(([key, one]) => isLike(one, value[key]))
}

const parts = (wanted: ReadonlyArray<string>, texts: ReadonlyArray<string>): boolean =>
  wanted.length === texts.length && wanted.every((part, at) => texts[at]?.includes(part) === true)

const likes = (wanted: ReadonlyArray<unknown>, values: ReadonlyArray<unknown>): boolean =>
  wanted.length === values.length && wanted.every((one, at) => isLike(one, values[at]))

const same = <A>(wanted: A, value: A): boolean => isDeepStrictEqual(wanted, value)

type Diagnosed = NonNullable<Observed["diagnostics"]>

const diagnosed = (wanted: NonNullable<Expected["diagnostics"]>, found: Diagnosed): boolean => {
  const left = [...found]
  return (
    wanted.every((one) => {
      const { code, column, fix, line } = typeof one === "string" ? { code: one } : one
      const at = left.findIndex(
        (other) =>
          other.code === code &&
          (line === undefined || other.line === line) &&
          (column === undefined || other.column === column) &&
          (fix === undefined || other.fix?.includes(fix) === true)
      )
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    }) && left.length === 0
  )
}

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isFound = (wanted: NonNullable<Expected["files"]>[string], text: string | undefined): boolean => {
  if (wanted === null) return text === undefined
  if (typeof wanted === "string") return text?.trim() === wanted
  if ("has" in wanted) return text !== undefined && wanted.has.every((part) => text.includes(part))
  return isLike(wanted.json, parsed(text))
}

const isAnswer = (wanted: NonNullable<Expected["answer"]>, got: NonNullable<Observed["answer"]>): boolean =>
  wanted.exit === got.exit &&
  (wanted.stdout === undefined || same(wanted.stdout, got.stdout)) &&
  (wanted.like === undefined || isLike(wanted.like, got.stdout)) &&
  (got.stderr === undefined || (wanted.stderr ?? []).every((part) => got.stderr?.includes(part) === true))

type Field = keyof Expected

/** How each expectation is held against what happened; nothing where nobody has looked. */
const checks: {
  readonly [F in Field]-?: (wanted: NonNullable<Expected[F]>, seen: Observed) => readonly [boolean, unknown] | undefined
} = {
  verdict: (wanted, { verdict }) => (verdict === undefined ? undefined : [same(wanted, verdict), verdict]),
  reasons: (wanted, { reasons }) => reasons && [parts(wanted, reasons), reasons],
  context: (wanted, { context }) => context && [parts(wanted, context), context],
  notices: (wanted, { notices }) =>
    notices && [
      wanted.length === 0
        ? notices.length === 0
        : wanted.every((part) => notices.some(({ text }) => text.includes(part))),
      notices
    ],
  levels: (wanted, { notices }) => {
    const levels = notices?.map(({ level }) => level)
    return levels && [same(wanted, levels), levels]
  },
  diagnostics: (wanted, { diagnostics }) => diagnostics && [diagnosed(wanted, diagnostics), diagnostics],
  input: (wanted, seen) => ("input" in seen ? [same(wanted, seen.input), seen.input] : undefined),
  changes: (wanted, { changes }) => changes && [likes(wanted, changes), changes],
  halt: (wanted, { halt }) => (halt === undefined ? undefined : [halt?.includes(wanted) === true, halt]),
  goesOn: (wanted, { goesOn }) => (goesOn === undefined ? undefined : [wanted === goesOn, goesOn]),
  effects: (wanted, { effects }) => effects && [likes(wanted, effects), effects],
  exports: (wanted, { exports }) => exports && [same(wanted, exports), exports],
  runs: (wanted, { runs }) => runs && [same(wanted, runs), runs],
  started: (wanted, { started }) => started && [same(wanted, started), started],
  answer: (wanted, { answer }) => answer && [isAnswer(wanted, answer), answer],
  refused: (wanted, { refused }) => (refused === undefined ? undefined : [refused.includes(wanted), refused]),
  files: (wanted, { files }) => {
    const wrong = files && Object.entries(wanted).filter(([file, one]) => !isFound(one, files(file)))
    return wrong && [wrong.length === 0, Object.fromEntries(wrong.map(([file]) => [file, files?.(file) ?? null]))]
  },
  requests: (wanted, { requests }) => {
    const wrong = requests && Object.entries(wanted).filter(([at, bodies]) => !likes(bodies, requests[at] ?? []))
    return wrong && [wrong.length === 0, requests]
  },
  asked: (wanted, { asked }) => asked && [parts(wanted, asked), asked],
  // What is waited for is looked at by whoever plays the case.
  gone: () => [true, null],
  ended: () => [true, null],
  under: (wanted, { seconds }) => (seconds === undefined ? undefined : [seconds <= wanted, seconds]),
  over: (wanted, { seconds }) => (seconds === undefined ? undefined : [seconds >= wanted, seconds])
}

/** The expectations that are about something that is looked at here. */
export const looked = (expected: Expected, seen: Observed): ReadonlyArray<string> =>
  fieldsOf(expected).filter((field) => judge(field, expected, seen) !== undefined)

const fieldsOf = (expected: Expected): ReadonlyArray<Field> =>
  // Its keys are those of the schema that it was read by.
  (Object.keys(expected) as ReadonlyArray<Field>).filter((field) => expected[field] !== undefined)

const judge = (field: Field, expected: Expected, seen: Observed): readonly [boolean, unknown] | undefined => {
  if (field === "halt" && expected.halt === null) {
    return seen.halt === undefined ? undefined : [seen.halt === null, seen.halt]
  }
  // Each check is for the values of its own field, which is the one that is looked up here.
  const check = checks[field] as (wanted: unknown, seen: Observed) => readonly [boolean, unknown] | undefined
  return check(expected[field], seen)
}

/** Every expectation that was not met, and what happened in its place. */
export const differences = (expected: Expected, seen: Observed): ReadonlyArray<string> =>
  fieldsOf(expected).flatMap((field) => {
    const judged = judge(field, expected, seen)
    return judged === undefined || judged[0]
      ? []
      : [`${field}: wanted ${shown(expected[field])}, and there was ${shown(judged[1])}`]
  })
