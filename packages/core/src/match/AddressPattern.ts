/**
 * Patterns of addresses, by which settings restrict where hooks may send events.
 *
 * @since 0.1.0
 */

/** Matches a text against a pattern in which `*` matches any text. */
const means = (pattern: string, text: string): boolean => {
  const [first = "", ...rest] = pattern.split("*")
  if (rest.length === 0) return pattern === text
  const last = rest.pop() ?? ""
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}

/** Splits an address into scheme with host, and the rest. */
const parts = (address: string): readonly [site: string, rest: string] | undefined => {
  const [, site, rest] = /^([^/?#]*:\/\/[^/?#\\]*)(.*)$/s.exec(address) ?? []
  return site === undefined || rest === undefined ? undefined : [site, rest]
}

/**
 * Checks whether a pattern matches an address. `*` matches any text, but in the host's name it never matches beyond it,
 * because the rest of an address is free to choose.
 *
 * @category guards
 * @since 0.1.0
 */
export const covers = (pattern: string, address: string): boolean => {
  const [wantedSite, wantedRest] = parts(pattern) ?? []
  const [site, rest] = parts(address) ?? []
  if (wantedSite === undefined || wantedRest === undefined) return means(pattern, address)
  return site !== undefined && rest !== undefined && means(wantedSite, site) && means(wantedRest, rest)
}
