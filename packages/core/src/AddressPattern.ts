/**
 * Patterns of addresses, by which settings say where hooks may send events.
 *
 * @since 0.1.0
 */

/** Whether a pattern means a text, where `*` stands for anything. */
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

/** The scheme and the host of an address, and all that follows them. */
const parts = (address: string): readonly [site: string, rest: string] | undefined => {
  const [, site, rest] = /^([^/?#]*:\/\/[^/?#\\]*)(.*)$/s.exec(address) ?? []
  return site === undefined || rest === undefined ? undefined : [site, rest]
}

/**
 * Whether a pattern of addresses, in which `*` stands for anything, means an address. A `*` in the host's name never
 * reaches beyond it: what follows the host is anyone's to write.
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
