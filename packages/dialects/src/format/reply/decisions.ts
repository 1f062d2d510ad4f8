/** The words by which replies decide. A denial is accepted in any spelling, a grant only where it is valid. */
import type { Tag } from "@hookline/schema/Verdict"

/** Parses a strict decision. Authors mix up `deny` and `block`, and upper case. */
const strict = (word: string): Tag | undefined => {
  switch (word) {
    case "deny":
    case "block":
      return "Deny"
    case "ask":
      return "Ask"
    case "defer":
      return "Defer"
    default: {
      // Nearly all words are in lower case already, and a comparison costs less than a copy.
      const lower = word.toLowerCase()
      return lower === word ? undefined : strict(lower)
    }
  }
}

/** Parses a decision about a permission. AMCP's `continue` decides nothing. */
export const permission = (word: string): Tag | undefined =>
  word === "allow" ? "Allow" : word === "continue" ? "Pass" : strict(word)

/** Like `permission`, but for a field that must not allow anything. */
export const permissionUngranted = (word: string): Tag | undefined => (word === "allow" ? "Pass" : permission(word))

/** Parses the top-level `decision`. Its `allow` is no word of any dialect, so that it allows nothing. */
export const plain = (word: string): Tag | undefined => (word === "approve" ? "Pass" : permissionUngranted(word))

/** Like `plain`, but `approve` allows. */
export const approving = (word: string): Tag | undefined => (word === "approve" ? "Allow" : plain(word))
