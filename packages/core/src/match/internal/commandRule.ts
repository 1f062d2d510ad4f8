// The pattern of a permission rule for a shell command, such as the `git *` of `Bash(git *)`.
import { type Command, nameAt, readLine } from "./commands.ts"
import { fits } from "./wildcards.ts"

/** Programs that run the command in their arguments. */
const wrappers = new Set(
  (
    "sudo doas env command exec builtin nohup setsid time timeout nice ionice stdbuf xargs watch eval " +
    "sh bash zsh dash ksh"
  ).split(" ")
)

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const isOption = (word: string): boolean => /^[-\d]|=/.test(word)

/** Limits of nested commands and of options before a command. Real commands stay below them. */
const deepest = 3
const mostOptions = 8

/** All texts by which one of the commands could be written, or `undefined` if that is unknown. */
interface Forms {
  readonly texts: ReadonlyArray<string>
  readonly expands: boolean
}

/** Returns the commands that a wrapper may run: after its options and their values, and inside of quoted words. */
const wrapped = (words: ReadonlyArray<string>, depth: number): Forms | undefined => {
  const texts: Array<string> = []
  let expands = false
  for (const word of words.slice(1)) {
    if (!/[\s;&|]/.test(word)) continue
    const inside = formsOf(word, depth + 1)
    if (inside === undefined) return undefined
    texts.push(...inside.texts)
    expands ||= inside.expands
  }
  for (let at = 1; at < words.length; at++) {
    if (at > mostOptions) return undefined
    const inside = formsOfWords(words.slice(at), depth + 1)
    if (inside === undefined) return undefined
    texts.push(...inside.texts)
    expands ||= inside.expands
    if (!isOption(words[at] ?? "") && !isOption(words[at - 1] ?? "")) break
  }
  return { texts, expands }
}

const formsOfWords = (words: ReadonlyArray<string>, depth: number): Forms | undefined => {
  const [name = "", ...rest] = words
  // A name with a wildcard is expanded by the shell.
  if (depth > deepest || /[*?{]|\[.+\]/.test(name)) return undefined
  const short = [baseName(name), ...rest]
  const texts = [words.join(" "), short.join(" ")]
  if (!wrappers.has(baseName(name))) return { texts, expands: false }
  const inside = wrapped(short, depth)
  return inside === undefined ? undefined : { texts: [...texts, ...inside.texts], expands: inside.expands }
}

const formsOfCommand = ({ raw, words }: Command, depth: number): Forms | undefined => {
  const at = nameAt(words)
  const named = words.slice(at)
  if (named.length === 0) return { texts: [raw], expands: false }
  const forms = formsOfWords(
    named.map(({ text }) => text),
    depth
  )
  return forms === undefined
    ? undefined
    : { texts: [raw.trimStart(), raw.slice(named[0]?.start), ...forms.texts], expands: forms.expands }
}

const formsOf = (text: string, depth: number): Forms | undefined => {
  const line = readLine(text)
  if (line === undefined || line.isNameUnknown || depth > deepest) return undefined
  const forms = line.commands.map((command) => formsOfCommand(command, depth))
  if (!forms.every((each) => each !== undefined)) return undefined
  return {
    texts: forms.flatMap(({ texts }) => texts),
    expands: line.expands || forms.some(({ expands }) => expands)
  }
}

/** Creates the test of a rule for the text of one command. */
const test = (rule: string): ((text: string) => boolean) => {
  if (rule.endsWith(":*")) {
    const start = rule.slice(0, -2)
    // `npm run test:*` is commonly used for `npm run test:unit` as well.
    return (text) => text === start || [" ", ":"].some((next) => fits(`${start}${next}*`, text))
  }
  // The part after the blank may be absent: `git *` also matches a bare `git`.
  return (text) => fits(rule, text) || (rule.endsWith(" *") && fits(rule.slice(0, -2), text))
}

const plain = (text: string): string => text.replace(/["']/g, "").replace(/\s+/g, " ").trim()

/** Checks whether a rule may match a command. Returns true if the command can't be parsed. */
export const speaksOfCommand = (rule: string, command: string): boolean => {
  const forms = formsOf(command, 0)
  if (forms === undefined) return true
  // A rule on more than a program's name depends on the shell's expansions.
  if (forms.expands && /\s/.test(rule.replace(/(?::| )?\*$/, ""))) return true
  const isMeant = test(rule)
  const isPlainlyMeant = test(plain(rule))
  return forms.texts.some((text) => isMeant(text) || isPlainlyMeant(plain(text)))
}
