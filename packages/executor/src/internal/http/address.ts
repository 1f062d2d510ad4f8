/** The address of a request: its URL, the part that may be shown, and whether it is allowed. */
import { covers } from "@hookline/core/kit/match/AddressPattern"
import * as Result from "effect/Result"

export interface Address {
  /** The URL without user name and password, which are never shown. */
  readonly url: URL
  /** The header for a user name and password in the URL. */
  readonly authorization?: string
  /** The text that patterns are matched against. */
  readonly text: string
}

/** Returns the URL without secrets, which a query often contains. */
export const toldOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`

/** Decodes the escapes of a part, if they are valid. */
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

/** Returns the path as it is written. */
const pathIn = (written: string): string | undefined => /^[a-z]+:\/\/[^/?#\\]*([^?#]*)/i.exec(written)?.[1]

/**
 * Parses a URL, which may be relative to another, or returns the reason for which it can't be used. The reason never
 * contains the URL.
 */
export const read = (written: string, base?: string): Result.Result<Address, string> => {
  const parsed = URL.parse(written, base)
  if (parsed === null) return Result.fail("is no url: write it like https://example.com/hook")
  if (!isHttp(parsed)) return Result.fail(`begins with ${parsed.protocol} where only http: and https: can be asked`)
  const url = new URL(parsed)
  url.username = ""
  url.password = ""
  url.hash = ""
  const named = parsed.username !== "" || parsed.password !== ""
  // A path whose dots are normalized must not be allowed by the text as written.
  const isPlain = !named && (pathIn(written) || "/") === url.pathname
  return Result.succeed({
    url,
    text: isPlain ? written : url.href,
    ...(named && { authorization: basic(parsed) })
  })
}

/** Checks whether events may be sent to an address. Without patterns, every address is allowed. */
export const isAllowed = (patterns: ReadonlyArray<string> | undefined, text: string): boolean =>
  patterns === undefined || patterns.some((pattern) => covers(pattern, text))
