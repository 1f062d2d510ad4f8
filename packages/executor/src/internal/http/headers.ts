/** The headers of a hook, with variables of the environment in them where the hook may have those. */
import * as Result from "effect/Result"

/** What only the connection itself may say. */
const ignored = new Set(["content-length", "transfer-encoding", "host", "connection"])

const variable = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g

const nameOfHeader = /^[\w!#$%&'*+.^`|~-]+$/

/** All that a header can hold: no line break, by which a value could become another header, and nothing invisible. */
const valueOfHeader = /^[\t\x20-\x7E\x80-\xFF]*$/

/** The value with the variables in it. One that the hook may not have, or that is not there, is empty. */
const fill = (
  value: string,
  allowed: ReadonlyArray<string>,
  env: () => Readonly<Record<string, string | undefined>>
): string =>
  value.replace(variable, (_, braced: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare ?? ""
    // An own one: no object's `constructor` is a variable.
    return allowed.includes(name) && Object.hasOwn(env(), name) ? (env()[name] ?? "") : ""
  })

/** The headers to be sent, by their names in small letters, or what is wrong with one. Its value is never told. */
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
