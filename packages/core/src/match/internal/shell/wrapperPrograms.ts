// Programs that run the command in their arguments: `sudo`, `env`, `timeout 5`, `xargs`.
import { direct, feeders, logins, shells, shellTexts, textWrappers, wrappers } from "./programs.ts"
import { placed } from "./placed.ts"
import type { Input, Word } from "./Script.ts"
import type { Verdicts } from "./Verdicts.ts"

/** An option, an assignment, a number or a duration: not the command. */
const value = /^[-+]|^\w+=|^[\d.]+[smhd]?$|^inf/
/** Checks whether a word behind a wrapper is not its command, as far as the word alone shows it. */
export const isValue = (text: string): boolean => value.test(text)

/** Characters by which a word is a text for a shell. */
const code = /[\s;&|`$<>(]/
const isOption = ({ text }: Word): boolean => /^-(?:.|-[^=]+)$/.test(text)

/** Checks the command behind a wrapper. Its options may have values, so that the command may begin at several words. */
export const judgeWrapper = (
  judge: Verdicts,
  name: string,
  rest: ReadonlyArray<Word>,
  inputs: ReadonlyArray<Input>,
  depth: number
): boolean => {
  if (name === "command" && /^-[vV]+$/.test(rest[0]?.text ?? "")) return false
  if (judge.names(rest)) return true
  // A text may be the value of an option without a blank between them.
  if (rest.some(({ text }) => /^-\w/.test(text) && code.test(text) && judge.rule.isPartOf(text))) return true
  if (name === "env" && rest.some(({ text }) => /^-\w*S|^--s/.test(text))) return true
  const isBash = name === "trap" || name === "mapfile" || name === "readarray" ? undefined : false
  if (logins.has(name)) judge.files.start()
  if (textWrappers.has(name) && rest.some((word) => isCode(word) && judge.text(word.text, depth + 1, isBash)))
    return true
  if (beginsShell(name, rest)) return true
  // These run what they read.
  if ((name === "ssh" || name === "su" || name === "runuser") && (judge.whole.isNamed || inputs.some(isUnknown)))
    return true
  return judgeBehind(judge, name, { rest, inputs }, depth)
}

/** Checks whether a wrapper begins a shell, since it has no command. */
const beginsShell = (name: string, rest: ReadonlyArray<Word>): boolean => {
  const has = (option: RegExp): boolean => rest.some(({ text }) => option.test(text))
  switch (name) {
    case "sudo":
    case "doas":
      return has(/^-[A-Za-z]*[is]|^--(?:login|shell)/)
    case "su":
    case "script":
      return !has(/^-\w*c|^--command/)
    case "runuser":
      return !has(/^-\w*[cu]|^--(?:command|user)/)
    case "chroot":
      return rest.filter(({ text }) => !text.startsWith("-")).length < 2
    case "unshare":
    case "nsenter":
      return rest.every(({ text }) => value.test(text))
  }
  return false
}

const isCode = ({ isKnown, text }: Word): boolean => isKnown && code.test(text)

const isUnknown = ({ isKnown }: Input): boolean => !isKnown

interface Parts {
  readonly rest: ReadonlyArray<Word>
  readonly inputs: ReadonlyArray<Input>
}

/** The lines that become words of a command. */
const unknownInput: ReadonlyArray<Input> = [{ text: "", isKnown: false }]

/** Returns the placeholder of `xargs -I{}` or `parallel`, if there is one. */
const placeholderOf = (rest: ReadonlyArray<Word>): string | undefined => {
  const at = rest.findIndex(({ text }) => /^(?:-[IJi]|--replace)/.test(text))
  const [, option, value = ""] = /^(-[IJi]|--replace=?)([^]*)$/.exec(rest[at]?.text ?? "") ?? []
  if (value !== "") return value
  return option === "-I" || option === "-J" ? rest[at + 1]?.text : option && "{}"
}

const judgeBehind = (judge: Verdicts, name: string, { inputs, rest: written }: Parts, depth: number): boolean => {
  const isFeeder = feeders.has(name)
  const placeholder = isFeeder ? placeholderOf(written) : undefined
  const options = placeholder === undefined ? 0 : written.findIndex(({ text }) => text.includes(placeholder)) + 1
  const rest =
    placeholder === undefined ? written : [...written.slice(0, options), ...placed(written.slice(options), placeholder)]
  let previous: Word | undefined
  for (const [at, word] of rest.entries()) {
    if (!word.isKnown && !/^\w+=/.test(word.text)) return true
    // `xargs -I{}` names a placeholder in its next word.
    const isPlaceholder = isFeeder && previous !== undefined && /^-[IJ]$/.test(previous.text)
    // A text for a shell was read above.
    const isText = shellTexts.has(name) && isCode(word)
    if (!value.test(word.text) && !isPlaceholder && !isText) {
      if (judge.words(rest.slice(at), isFeeder ? unknownInput : inputs, depth + 1)) return true
      if (isFeeder && runsInput(word.program ?? "", at === rest.length - 1)) return true
      if (direct.has(name) && (previous === undefined || !isOption(previous))) return false
    }
    previous = word
  }
  return name === "parallel" || name === "entr"
}

/** Checks whether a program that gets lines as arguments may run them. */
const runsInput = (program: string, isLast: boolean): boolean =>
  program.includes("{") || shells.has(program) || program === "eval" || (isLast && wrappers.has(program))
