/** The words by which replies decide. A denial is understood however it is written, a grant only where it is lawful. */
import type { Tag } from "@hookline/schema/Verdict"

/** People write `deny` where it is `block` and the other way about, and some in capitals. */
const strict = (word: string): Tag | undefined => {
  switch (word.toLowerCase()) {
    case "deny":
    case "block":
      return "Deny"
    case "ask":
      return "Ask"
    case "defer":
      return "Defer"
    default:
      return undefined
  }
}

/** A decision about a permission. AMCP's `continue` decides nothing. */
export const permission = (word: string): Tag | undefined =>
  word === "allow" ? "Allow" : word === "continue" ? "Pass" : strict(word)

/** The same where it stands so that it must not allow anything. */
export const permissionUngranted = (word: string): Tag | undefined => (word === "allow" ? "Pass" : permission(word))

/** A reply's own decision. Its `allow` is a word that people write and no dialect has, so that it allows nothing. */
export const plain = (word: string): Tag | undefined => (word === "approve" ? "Pass" : permissionUngranted(word))

/** The same where `approve` allows. */
export const approving = (word: string): Tag | undefined => (word === "approve" ? "Allow" : plain(word))
