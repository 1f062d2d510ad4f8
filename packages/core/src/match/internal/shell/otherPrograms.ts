// Programs that are read by none of the other readers: their arguments may name, build or launch any other program.
import { expansion, isExpansion, isMarked, marked } from "./builtNames.ts"
import * as programs from "./programs.ts"
import type { Input, Word } from "./Script.ts"
import type { Verdicts } from "./Verdicts.ts"

interface Parts {
  readonly rest: ReadonlyArray<Word>
  readonly inputs: ReadonlyArray<Input>
  /** True if the program is known to run no argument that is unknown. */
  readonly isTool: boolean
}

/** Checks a program by its arguments and what it reads. */
export const judgeOther = (judge: Verdicts, name: string, parts: Parts, depth: number): boolean => {
  const { inputs, isTool, rest } = parts
  const given = [...rest, ...inputs]
  if (judge.names(rest) || inputs.some(({ text }) => judge.rule.isNamedIn(text))) return true
  if (given.some(isUnknown) && judge.whole.isNamed) return true
  if (!isTool && rest.some(isHidden)) return true
  if (!isTool && isName.test(name) && mayBeShell(judge, name, parts)) return true
  if (
    programs.editors.test(name) &&
    (inputs.length === 0 || given.some((each) => !each.isKnown || each.text.includes("!")))
  )
    return true
  if (interprets(judge, name, parts)) return true
  const launched = rest.findIndex(isLauncher)
  if (launched === -1 && !programs.compilers.test(name)) judge.files.touch(name, rest, inputs)
  if (launches(judge, parts, depth) || given.some((each) => launchesIn(judge, each, depth))) return true
  return runsTexts(judge, name, parts, depth)
}

/** Checks the texts in arguments as those for a shell. Substitutions are looked for in the texts of any program. */
const runsTexts = (judge: Verdicts, name: string, { inputs, isTool, rest }: Parts, depth: number): boolean => {
  if (programs.interpreters.test(name)) return false
  const texts = [...rest, ...inputs].flatMap(({ isKnown, text }) => (isKnown ? text : []))
  const isCode = programs.valueRunners.has(name) ? /[\s;&|`$<>(]/ : isTool ? undefined : /[$`]/
  return texts.some(
    (text) =>
      (/\$\(|`/.test(text) && judge.expansions(text, depth + 1)) ||
      (isCode?.test(text) === true && valuesOf(text).some((value) => judge.text(value, depth + 1)))
  )
}

/** Limits the values that begin in one argument, as in `--action=exec=ls`. */
const mostValues = 3

/** Returns the values that an argument may have: `-cIls` is `Ils` and `ls`. */
const valuesOf = (text: string): ReadonlyArray<string> => {
  if (!text.startsWith("-")) return [text]
  if (text.startsWith("--")) {
    const [, ...values] = text.split("=")
    return values.slice(0, mostValues).map((_, at) => values.slice(at).join("="))
  }
  const letters = /^-\w{1,4}/.exec(text)?.[0].length ?? 1
  return Array.from({ length: letters - 1 }, (_, at) => text.slice(at + 2))
}

const isUnknown = ({ isKnown }: Input): boolean => !isKnown

/** Checks whether only the shell knows which program a word names. A pattern alone is searched for names. */
const isHidden = ({ program, text }: Word): boolean => program === undefined && isMarked(marked(text))

/** Checks whether a word is an option after which a program still reads its input. */
const isFlag = ({ text }: Word): boolean => text.startsWith("-") && !/^(?:-[vVhl]|--version|--help|--list)$/.test(text)

/** A name of a program, and not a text that is behind the options of a wrapper. */
const isName = /^[\w.+-]+$/

/**
 * Checks whether a program without a command may read one, as `linux64` does, which begins a shell then. So does
 * `setarch x86_64`: a bare word may be the value of such a program.
 */
const mayBeShell = (judge: Verdicts, name: string, { inputs, rest }: Parts): boolean => {
  const [word, ...others] = rest.filter((each) => !isFlag(each))
  if (word === undefined) return inputs.some(isUnknown) || judge.whole.feeds
  return others.length === 0 && isName.test(word.text) && !word.text.startsWith("-") && judge.whole.feedsTo(name)
}

/** Checks a program of another language: a call in its text runs any program, by a name that it builds. */
const interprets = (judge: Verdicts, name: string, { inputs, rest }: Parts): boolean => {
  const isInterpreter = programs.interpreters.test(name)
  if (programs.runners.test(name)) {
    judge.files.make(rest)
    if (rest.some(({ text }) => text.includes("<("))) return true
  }
  if (isInterpreter) judge.files.interpret(rest)
  // Without a file it runs what it reads, which may come from anywhere in the text.
  const isFed = isInterpreter && (rest.every(isFlag) || programs.schedulers.has(name))
  if (isFed && judge.whole.isNamed) return true
  if (isFed && judge.whole.mayCall) return true
  const texts = [...rest, ...inputs].map(({ text }) => text)
  if (texts.some((text) => (isInterpreter ? programs.mayCall(text) : programs.spawning.test(text)))) return true
  if (programs.withBackticks.test(name) && (isFed ? [judge.whole.text] : texts).some((text) => text.includes("`")))
    return true
  if (programs.withPipes.test(name) && texts.some(hasPipe)) return true
  return isInterpreter && rest.some(({ text }, at) => isCodeOption.test(text) && isExpansion(rest[at + 1]?.text ?? "-"))
}

/** Texts and patterns of `awk`. */
const literals = /"(?:[^"\\\n]|\\[^])*"|(?<=^|[(~,!&{;\n] ?)\/(?:[^/\\\n]|\\.)*\//g

/** Checks whether a text of `awk` may have a pipe from or to a command. */
const hasPipe = (text: string): boolean =>
  text.includes("|") && /getline|print/.test(text) && /(?:^|[^|])\|(?!\|)/.test(text.replace(literals, '""'))

const isCodeOption = /^-(?:\w*[ecEpr]|-eval|-print)$/

const isLauncher = ({ program = "" }: Word): boolean => programs.isLauncher(program.toLowerCase())

/** Checks the commands that begin at an argument, and the files that an argument names. */
const launches = (judge: Verdicts, { inputs, rest }: Parts, depth: number): boolean => {
  for (const [at, word] of rest.entries()) {
    if (judge.whole.setsModes) {
      for (const [, file = ""] of word.text.matchAll(/\/([\w.-]+)/g)) judge.files.run(file, true)
      if (judge.whole.setsPath && word.program !== undefined) judge.files.run(word.program, true)
    }
    if (isLauncher(word) && judge.words(rest.slice(at), inputs, depth + 1)) return true
  }
  return false
}

/** Limits the launchers in a text, each of which may begin a command. */
const mostLaunchers = 8

/** Checks the commands that begin in the text of an argument at the name of a launcher. */
const launchesIn = (judge: Verdicts, { isKnown, text }: Input, depth: number): boolean => {
  if (!programs.mayLaunch(text)) return false
  // The commands of substitutions were read already.
  const code = isKnown
    ? text
    : marked(text)
        .replace(/[<>]\([^]*/, "")
        .replaceAll(expansion, "$x")
  for (const [at, { 0: found, index }] of [...code.matchAll(programs.launcherIn)].entries()) {
    if (at > mostLaunchers || judge.text(code.slice(index + found.length), depth + 1)) return true
  }
  return false
}
