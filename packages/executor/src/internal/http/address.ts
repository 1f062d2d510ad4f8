/** Where a request goes: what its url says, what of that may be told, and whether it is allowed. */
import { covers } from "@hookline/core/AddressPattern"
import * as Result from "effect/Result"

export interface Address {
  /** Without a name and a password, which nobody is told. */
  readonly url: URL
  /** The header that a name and a password in the url stand for. */
  readonly authorization?: string
  /** What patterns are held against. */
  readonly text: string
}

/** The url without what is secret in it. What a site is told after its path often is. */
export const toldOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`

/** A part of a url is written with escapes, where it was written with care. */
const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const basic = ({ password, username }: URL): string =>
  `Basic ${Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString("base64")}`

const isHttp = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:"

/** The path, as it is written. */
const pathIn = (written: string): string | undefined => /^[a-z]+:\/\/[^/?#\\]*([^?#]*)/i.exec(written)?.[1]

/** Reads a url, which may be relative to another, or says why nothing can be asked there. It is never told itself. */
export const read = (written: string, base?: string): Result.Result<Address, string> => {
  const parsed = URL.parse(written, base)
  if (parsed === null) return Result.fail("is no url: write it like https://example.com/hook")
  if (!isHttp(parsed)) return Result.fail(`begins with ${parsed.protocol} where only http: and https: can be asked`)
  const url = new URL(parsed)
  url.username = ""
  url.password = ""
  url.hash = ""
  const named = parsed.username !== "" || parsed.password !== ""
  // A path that reads differently than it is written, by its dots, must not be allowed by how it is written.
  const isPlain = !named && (pathIn(written) || "/") === url.pathname
  return Result.succeed({
    url,
    text: isPlain ? written : url.href,
    ...(named && { authorization: basic(parsed) })
  })
}

/** Whether events may be sent there. Where nobody says, they may. */
export const isAllowed = (patterns: ReadonlyArray<string> | undefined, text: string): boolean =>
  patterns === undefined || patterns.some((pattern) => covers(pattern, text))
