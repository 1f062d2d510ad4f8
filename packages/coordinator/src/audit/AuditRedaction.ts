/**
 * Replaces secrets by `[redacted]`: texts that look like one, and those in the place of one.
 *
 * @since 0.1.0
 */
import * as Secret from "@hookline/schema/Secret"
import type { Entry } from "./Audit.ts"
import { endOf } from "./internal/values.ts"

/**
 * The text in the place of a secret.
 *
 * @category constants
 * @since 0.1.0
 */
export const mark = "[redacted]"

const pem = /-----BEGIN [A-Z0-9 ]{1,64}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,64}-----|$)/g

/** Secrets that are known by how they begin. None may begin in the midst of a word: looking again from each letter takes long. */
const known = new RegExp(`(?<![A-Za-z0-9])(?:${Secret.beginnings.join("|")})`, "g")

const bearer = /\b(bearer\s{1,8})[\w.~+/=-]{6,}/gi
const basic = /\b([Bb]asic\s{1,8})(?=[A-Za-z]{1,16}[A-Z0-9]|[A-Za-z0-9+/]{4,512}=)[A-Za-z0-9+/]{6,}={0,2}/g
const user = /((?:^|\s)(?:-u|--user|--proxy-user)(?:\s{1,8}|=)["']?[^\s:"']{1,128}:)[^\s"']+/g

const words = /[^\s"<>`]+/g

/** The password of an address, or the whole name where there is none; but `git@` is no secret. */
const inAddress = (word: string): string => {
  const start = word.indexOf("://") + 3
  const end = word.lastIndexOf("@")
  if (start === 2 || end < start) return word
  const colon = word.indexOf(":", start)
  const hasPassword = colon !== -1 && colon < end
  if (!hasPassword && !/https?:\/\/$/i.test(word.slice(0, start))) return word
  return `${word.slice(0, hasPassword ? colon + 1 : start)}${mark}${word.slice(end)}`
}

const naming = /(?<![\w.-])(?:([\w.-]+)(\\*["']?\]?[ \t]*(?:=>|:=|[=:])[ \t]*)|(--[\w.-]+)([ \t]+))/g

/** Of these the value may be of several words. */
const ofWords = /authorization|cookie|passw|passphrase/i

/** Values that are shown under a secret's name: that there is none, or a number of tokens of a text. */
const harmless = /^(?:null|true|false|undefined)(?![^\s,;)}\]])/
const counting = /tokens|token_?count/i
const number = /^-?\d+(?:\.\d+)?(?![^\s,;)}\]])/

const inAssignments = (text: string): string => {
  let out = ""
  let done = 0
  naming.lastIndex = 0
  for (let found = naming.exec(text); found !== null; found = naming.exec(text)) {
    const name = found[1] ?? found[3] ?? ""
    if (!Secret.isName(name)) continue
    const from = naming.lastIndex
    const rest = text.slice(from, from + 32)
    if (harmless.test(rest) || (counting.test(name) && number.test(rest))) continue
    const between = found[2] ?? found[4] ?? ""
    const end = endOf(text, from, { name: found.index, between, words: ofWords.test(name) })
    if (end <= from) continue
    out += `${text.slice(done, from)}${quotedAs(text.slice(from, end))}`
    done = end
    naming.lastIndex = end
  }
  return done === 0 ? text : out + text.slice(done)
}

const quotes = /^(\\*["'`])[\s\S]*\1$/

/** Keeps one quoted text as one, so that JSON stays JSON, and makes one text of a list. */
const quotedAs = (value: string): string => {
  const quote = quotes.exec(value)?.[1]
  if (quote !== undefined) return `${quote}${mark}${quote}`
  return mark
}

/**
 * A text without its secrets: keys and tokens that are known by how they begin, `Authorization` and cookies, passwords in
 * addresses, PEM blocks, and whatever is named as a secret is (`*_KEY=`, `"password":`, `--token`).
 *
 * **Gotchas**
 *
 * A secret that nothing names and that looks like any word can't be known. When in doubt, more is left out than must be.
 *
 * @category redacting
 * @since 0.1.0
 */
export const redact = (text: string): string => {
  if (text.length < 6) return text
  let out = text
  if (out.includes("-----BEGIN ")) out = out.replace(pem, mark)
  if (out.includes("://") && out.includes("@")) out = out.replace(words, inAddress)
  out = out.replace(known, mark).replace(bearer, `$1${mark}`).replace(basic, `$1${mark}`).replace(user, `$1${mark}`)
  return inAssignments(out)
}

/** A value with each of its texts redacted. Keys of entries are ours: none is a secret's name. */
const within = (value: unknown): unknown => {
  if (typeof value === "string") return redact(value)
  if (Array.isArray(value)) return value.map(within)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, within(of)]))
}

/**
 * An entry without secrets.
 *
 * @category redacting
 * @since 0.1.0
 */
export const redactEntry = (entry: Entry): Entry =>
  // Only texts are changed, into texts; those of which only some words are lawful are ours, and hold nothing to redact.
  within(entry) as Entry
