/**
 * The differences between a case's expectation and its result.
 *
 * @since 0.1.0
 */
import * as Equal from "effect/Equal"
import type { Expectation } from "./HookCases.ts"
import type { RunOutput } from "./RunOutput.ts"

/**
 * A field whose value is not the expected one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Difference {
  readonly field: string
  readonly expected: unknown
  readonly got: unknown
}

type Ran = RunOutput["runs"][number]

const listOf = (said: string | ReadonlyArray<string>): ReadonlyArray<string> =>
  typeof said === "string" ? [said] : said

/** Checks whether an id ends with a name, or with the digest that replaces a name. */
const isCalled = (id: string, said: string): boolean => id === said || id.endsWith(`/${said}`)

/** Returns the runs of hooks that started, including those that failed. */
const started = ({ runs }: RunOutput): ReadonlyArray<Ran> =>
  runs.filter(({ status }) => status === "ran" || status === "failed")

const textsOf = (field: "reason" | "context" | "notice", output: RunOutput): ReadonlyArray<string> => {
  if (field === "reason") return output.reasons.map(({ text }) => text)
  return (field === "context" ? output.context : output.notices).map(({ text }) => text)
}

/** Checks that each expected text occurs, or that there is no text if none is expected. */
const areFound = (
  expected: ReadonlyArray<string>,
  got: ReadonlyArray<string>,
  isFound: (got: string, expected: string) => boolean
): boolean =>
  expected.length === 0 ? got.length === 0 : expected.every((text) => got.some((one) => isFound(one, text)))

const exitOf = (output: RunOutput, { ran }: Expectation): number | null => {
  const named = ran === undefined ? [] : listOf(ran)
  const codes = started(output).flatMap(({ exit, id }) =>
    exit !== undefined && (named.length === 0 || named.some((said) => isCalled(id, said))) ? [exit] : []
  )
  return codes.find((code) => code !== 0) ?? codes[0] ?? null
}

/** Returns whether a field is as expected, and its actual value. */
const compared = (
  field: keyof Expectation,
  expected: Expectation,
  output: RunOutput,
  prompts: ReadonlyArray<string>
): readonly [boolean, unknown] => {
  switch (field) {
    case "verdict":
      return [expected.verdict === output.verdict, output.verdict]
    case "reason":
    case "context":
    case "notice": {
      const got = textsOf(field, output)
      return [areFound(listOf(expected[field] ?? []), got, (one, text) => one.includes(text)), got]
    }
    case "input":
      return [Equal.equals(expected.input, output.input), output.input]
    case "ran": {
      const got = started(output).map(({ id }) => id)
      return [areFound(listOf(expected.ran ?? []), got, isCalled), got]
    }
    case "exit": {
      const got = exitOf(output, expected)
      return [expected.exit === got, got]
    }
    case "prompt":
      return [areFound(listOf(expected.prompt ?? []), prompts, (one, text) => one.includes(text)), prompts]
    case "halted":
      return [expected.halted === (output.halt !== null), output.halt !== null]
  }
}

const fields: ReadonlyArray<keyof Expectation> = [
  "verdict",
  "reason",
  "context",
  "notice",
  "input",
  "ran",
  "exit",
  "halted",
  "prompt"
]

/**
 * Returns the fields of a result that differ from the expectation. Fields that the expectation omits are not compared.
 * `prompts` are those that the judge was given.
 *
 * @category comparing
 * @since 0.1.0
 */
export const differences = (
  expected: Expectation,
  output: RunOutput,
  prompts: ReadonlyArray<string> = []
): ReadonlyArray<Difference> =>
  fields.flatMap((field) => {
    if (expected[field] === undefined) return []
    const [isSame, got] = compared(field, expected, output, prompts)
    return isSame ? [] : [{ field, expected: expected[field], got }]
  })

/**
 * Creates the expectation that this run meets. `input` is the event's input before the hooks changed it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const expectationOf = (output: RunOutput, input?: unknown): Expectation => {
  const said = (field: "reason" | "context" | "notice"): Partial<Expectation> => {
    const texts = [...new Set(textsOf(field, output))]
    return texts.length === 0 ? {} : { [field]: texts.length === 1 ? texts[0] : texts }
  }
  const ran = [...new Set(started(output).map(({ id }) => id))]
  const exit = exitOf(output, {})
  return {
    verdict: output.verdict,
    ...said("reason"),
    ...said("context"),
    ...said("notice"),
    ...(input !== undefined && !Equal.equals(input, output.input) && { input: output.input }),
    ran,
    ...(exit !== null && { exit }),
    ...(output.halt !== null && { halted: true })
  }
}
