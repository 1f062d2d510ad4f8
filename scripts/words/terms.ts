// The words that the glossary of AGENTS.md replaces, and the words that no doc comment begins with.

interface Term {
  readonly word: string
  readonly pattern: RegExp
  /** The terms to write instead. */
  readonly instead: string
  /** A sentence that matches this pattern may use the word. */
  readonly unless?: RegExp
}

export const terms: ReadonlyArray<Term> = [
  { word: "tell", pattern: /\b(?:tells?|told|telling)\b/gi, instead: "report, return, show" },
  { word: "say", pattern: /\b(?:says?|said|saying)\b/gi, instead: "report, state, set" },
  { word: "lose", pattern: /\b(?:loses?|losing|lost)\b/gi, instead: "drop, discard, miss", unless: /\bguards?\b/i },
  { word: "mend", pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: "fix, repair" },
  { word: "carry", pattern: /\b(?:carry|carries|carried|carrying)\b/gi, instead: "support, contain, pass" },
  {
    word: "hold against",
    pattern: /\b(?:holds?|held|holding)\b(?:\s+[\w'-]+){0,4}?\s+against\b/gi,
    instead: "match, compare"
  },
  { word: "hear", pattern: /\b(?:hears?|heard|hearing)\b/gi, instead: "receive, read" },
  { word: "stand", pattern: /\b(?:stands?|stood|standing)\b/gi, instead: "be, be written, be configured" },
  { word: "come to", pattern: /\b(?:comes?|came|coming)\s+to\b/gi, instead: "result in, reach, amount to" },
  { word: "let go", pattern: /\b(?:lets?|letting)\s+go\b/gi, instead: "release, close, abort" },
  { word: "nobody", pattern: /\bnobody\b/gi, instead: "no user, no approver, no caller" },
  { word: "somebody", pattern: /\bsomebody\b/gi, instead: "a user, an approver, a caller" },
  { word: "whoever", pattern: /\bwhoever\b/gi, instead: "the user, the approver, the caller" }
]

/** Matches the beginnings that a doc comment does not have. A function's begins with a verb, a type's with a noun. */
export const wrongHead = /^(?:What|Whether|Who|Where|How|The same)\b/
