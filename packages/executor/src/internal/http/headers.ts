/** The headers of a hook, with environment variables that the hook may use. */
import * as Result from "effect/Result"

/** Headers that only the connection sets. */
const ignored = new Set(["content-length", "transfer-encoding", "host", "connection"])

const variable = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g

const nameOfHeader = /^[\w!#$%&'*+.^`|~-]+$/

/** Matches valid header values: no line break, which could begin another header, and no control characters. */
const valueOfHeader = /^[\t\x20-\x7E\x80-\xFF]*$/

/** Replaces the variables in a value. A variable that is not allowed or not set is empty. */
const fill = (
  value: string,
  allowed: ReadonlyArray<string>,
  env: () => Readonly<Record<string, string | undefined>>
): string =>
  value.replace(variable, (_, braced: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare ?? ""
    // Own properties only, because `constructor` is no variable.
    return allowed.includes(name) && Object.hasOwn(env(), name) ? (env()[name] ?? "") : ""
  })

/** Returns the headers by their names in lower case, or the problem of one. The problem never contains a value. */
export const make = (
  {
    allowedEnvVars = [],
    headers = {}
  }: {
    readonly headers?: Readonly<Record<string, string>>
    readonly allowedEnvVars?: ReadonlyArray<string>
  },
  env: () => Readonly<Record<string, string | undefined>>
): Result.Result<Readonly<Record<string, string>>, string> => {
  const made = new Map<string, string>()
  for (const [name, written] of Object.entries(headers)) {
    if (!nameOfHeader.test(name)) return Result.fail(`${JSON.stringify(name)} is no name of a header`)
    if (ignored.has(name.toLowerCase())) continue
    const value = fill(written, allowedEnvVars, env)
    if (!valueOfHeader.test(value)) {
      return Result.fail(
        `its header ${name} would hold a line break, or another character that no header can hold: ` +
          `look at its text, and at the variables in it`
      )
    }
    made.set(name.toLowerCase(), value)
  }
  return Result.succeed(Object.fromEntries(made))
}
