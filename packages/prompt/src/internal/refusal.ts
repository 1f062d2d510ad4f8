/**
 * A no in words: an answer whose first word is a no with a mark behind it, unless the rest could be read as a yes. Judges
 * are asked for JSON, and small models answer in prose all the same.
 */

/** Matches markup around a word. */
const markup = "[\\s\"'`*_#>“”‘’]*"

/** Matches a no as the first word, alone: a mark or the end of the line follows, or a dash between spaces. */
const lead = new RegExp(
  `^${markup}(no|false|deny|block)["'\`*_”’]*(?:[.,;:!—–]|[^\\S\\n]+(?:[—–]|--?(?=\\s))|[^\\S\\n]*(?=\\n|$))${markup}`,
  "i"
)

/** Matches a word that answers no question, because it names what to do with the action. */
const orders = /^(?:deny|block)$/i

/** Words that deny what follows them within a clause. */
const negations =
  /^(?:not|no|never|nothing|none|nobody|neither|nor|without|hardly|barely|cannot|zero|free|\w+n't|cant|dont|doesnt|isnt|wont|lacks?)$/

/** Words for an action that may happen. */
const good =
  /^(?:safe|safely|fine|ok|okay|harmless|benign|good|great|excellent|perfect|perfectly|acceptable|allow|allowed|allowable|permit|permitted|permissible|approve|approved|proceed|proceeds|correct|correctly|clean|compliant|legitimate|innocuous|reversible|undone|pass|passes|passed|passing|succeed|succeeds|succeeded|succeeding|done|finished|complete|completed|satisfied|met|meets|lgtm|alright|works|green|yes|justified|appropriate|reasonable|follows|complies|ready)$/

/** Words for an action that must not happen. */
const bad =
  /^(?:dangerous|danger|dangers|harm|harmful|harms|destructive|malicious|risk|risky|risks|unsafe|problem|problems|problematic|issue|issues|concern|concerns|concerning|wrong|violate|violates|violated|violating|violation|violations|breach|breaches|error|errors|fail|fails|failed|failing|failure|failures|broken|breaks|break|block|blocked|blocker|blockers|deny|denied|reject|rejected|refuse|refused|stop|stopped|forbidden|prohibited|disallowed|suspicious|irreversible|insecure|vulnerable|vulnerability|vulnerabilities|leak|leaks|delete|deletes|deleted|deletion|deleting|destroy|destroys|destroyed|overwrite|overwrites|remove|removes|removed|missing|incomplete|unfinished|unacceptable|inappropriate|lost|loses|loss|bad|bug|bugs|secret|secrets|credentials|exfiltrates|objection|objections|warning|warnings|destruction|untested|unverified|conflict|conflicts|impact|effects|threat|threats|damage|damages|trouble|sensitive|outside|worry|worries|worried|against|prevent|prevents|wipe|wipes|wiped|wiping)$/

/** Words that make little of what follows: "it only lists files". */
const belittling = /^(?:only|just|merely|simply|purely)$/

/** Verbs of actions that change nothing. */
const looking =
  /^(?:a|an|lists?|reads?|prints?|shows?|displays?|checks?|looks?|queries|inspects?|reports?|views?|echo|echoes|counts?|compares?|searches|search)$/

/** Matches the beginning of advice, which is about another action than the judged one. */
const advice =
  /^(?:please|use|try|run|prefer|consider|instead|rather|first|ask|split|rename|write|add|fix|make|rerun|then|once|after|before|you|if|when|unless|until|do|let)\b|\binstead\b/

/** Matches a permission to go on with the judged action: "you can run it". */
const permission =
  /\b(?:can|may|could|should)\s+(?:still\s+|safely\s+|simply\s+|just\s+)?(?:run|continue|proceed|go\s+(?:ahead|on)|be\s+(?:run|executed|used))\b(?!\s+to\b)/

/** Matches a subject that denies the whole clause: "nothing is in the way". A past passive is a report instead. */
const denyingSubject = /^\s*(?:nothing|none|nobody|no one)\b(?!\s+(?:of\b|(?:was|were|is|are|has|have|had|got|gets)\b))/

type Reading = "for" | "against" | "both" | undefined

const both = (one: Reading, other: Reading): Reading =>
  one === undefined || one === other ? other : other === undefined ? one : "both"

/** Reads a clause by its first evaluating word, which a negation before it turns. */
const ofClause = (clause: string): Reading => {
  let reading: Reading
  if (permission.test(clause)) return "for"
  let negated = false
  const words = clause.match(/[\p{L}\p{N}']+/gu) ?? []
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? ""
    // A negation may also be the object: "it deletes nothing".
    if (reading === "against" && /^(?:nothing|none|nobody)$/.test(word)) return "for"
    if (reading !== undefined) continue
    if (belittling.test(word) && looking.test(next)) reading = "for"
    else if (belittling.test(word) || negations.test(word)) negated = true
    // "It would proceed to wipe the disk" is no permission.
    else if (/^proceeds?$/.test(word) && next === "to") continue
    else if (good.test(word)) reading = negated ? "against" : "for"
    else if (bad.test(word)) reading = negated ? "for" : "against"
  }
  // "Nothing to see" evaluates nothing by a listed word, and could be praise.
  return reading ?? (denyingSubject.test(clause) ? "both" : undefined)
}

/** Matches a concession at the beginning of a sentence: the part behind it is the statement. */
const concession = /^(?:and\s+)?(?:even\s+)?(?:although|though|while|whereas)\b[^,]*,/

/** Reads a sentence. Only its last part counts after a contrast, because the parts before it are conceded. */
const ofSentence = (sentence: string): Reading => {
  const [conceded, ...contrasts] = sentence
    .replace(concession, "")
    .split(/\b(?:but|however|yet|except|although|though)\b/)
  const told = contrasts.at(-1) ?? conceded ?? ""
  return told
    .split(/[,;:()—–]|\s-{1,2}\s|\b(?:because|since|so|and)\b/)
    .map(ofClause)
    .reduce(both, undefined)
}

const sentencesOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/["*_`“”]/g, "")
    .split(/[.!?]+(?=\s|$)|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")

/** Matches a later verdict that revokes the first one, alone at the beginning of a sentence. */
const revoked =
  /^(?:(?:wait|actually|on second thoughts?|oh|hmm|well|sorry)\b[,\s]*)*(?:yes|allow|approve|approved|true|ok|okay|proceed|go ahead|sure|of course|run it)\b(?!\s+(?:to|for|if))/

/** Matches the value of a key: "Block: no", "Deny: none". */
const keyed = /^(?:no|none|nothing|false|0|never|n\/a|not?\b)(?:\W|$)/i

/** Checks whether the text behind a no could be a yes. */
const isDoubtful = (word: string, rest: string): boolean => {
  const sentences = sentencesOf(rest)
  if (sentences.some((sentence) => revoked.test(sentence))) return true
  if (orders.test(word)) return keyed.test(rest.trim())
  const readings = sentences.flatMap((sentence) =>
    advice.test(sentence) && !permission.test(sentence) ? [] : [ofSentence(sentence)]
  )
  const first = readings.find((reading) => reading !== undefined)
  return first === "for" || first === "both"
}

/** A no in words: the text behind it, and whether that leaves no doubt. */
export interface Refusal {
  readonly reason: string
  readonly isSure: boolean
}

/** Matches the rest of a number: "No. 5 of the rules". */
const numbered = /^\.[^\S\n]*\d/

/** Reads a no in words. Returns `undefined` if the text does not begin with one. */
export const refusalIn = (text: string): Refusal | undefined => {
  const [head, word] = lead.exec(text) ?? []
  if (head === undefined || word === undefined) return undefined
  const reason = text.slice(head.length).trim()
  const isNumber = numbered.test(text.slice(text.indexOf(word) + word.length))
  return { reason, isSure: !isNumber && !isDoubtful(word, reason) }
}
