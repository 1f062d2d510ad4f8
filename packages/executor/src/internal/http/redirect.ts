/** The target of a redirect. The event is only sent to the host that the hook names. */
import * as Result from "effect/Result"
import * as Address from "./address.ts"

/** The maximum number of redirects. */
export const most = 5

const sendsOn = new Set([301, 302, 307, 308])

const isSameHost = (from: URL, to: URL): boolean => {
  if (from.hostname !== to.hostname) return false
  // A URL omits its protocol's default port: that of `http:` may change to that of `https:`, and no other port may
  // change.
  return from.port === to.port && (from.protocol === to.protocol || to.protocol === "https:")
}

/**
 * Returns the next address, `undefined` if the response is the answer, or the reason for which the redirect is refused.
 */
export const next = (
  from: URL,
  status: number,
  location: string | undefined,
  allowed: ReadonlyArray<string> | undefined
): Result.Result<Address.Address | undefined, string> => {
  if (status === 303) {
    return Result.fail(
      `${from.host} answered with status 303, which sends on without the event: let it answer, or send on with status 307`
    )
  }
  if (!sendsOn.has(status) || location === undefined) return Result.succeed(undefined)
  const to = Address.read(location, from.href)
  if (Result.isFailure(to)) return Result.fail(`${from.host} sent the event on to what ${to.failure}`)
  const { url } = to.success
  if (!isSameHost(from, url)) {
    return Result.fail(
      `${from.origin} sent the event on to ${url.origin}, and it goes to no other host: ` +
        `write the url that is meant into the hook, if it is to be trusted`
    )
  }
  if (!Address.isAllowed(allowed, url.href)) {
    return Result.fail(
      `${from.host} sent the event on to ${Address.toldOf(url)}, which allowed_http_urls in the settings does not hold`
    )
  }
  return to
}
