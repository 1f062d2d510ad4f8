// Shells as programs: `bash -c 'ls'`, `sh script`, `bash <<EOF`.
import type { Input, Word } from "./Script.ts"
import type { Verdicts } from "./Verdicts.ts"

interface Parts {
  readonly rest: ReadonlyArray<Word>
  readonly inputs: ReadonlyArray<Input>
}

/** Checks what a shell runs: the text of `-c`, a file, or its input. */
export const judgeShell = (judge: Verdicts, name: string, { inputs, rest }: Parts, depth: number): boolean => {
  const isBash = name === "bash"
  if (!/^(?:ba|da)?sh$/.test(name)) judge.files.start()
  // With this option a shell runs nothing.
  if (rest[0]?.text === "-n" && !rest.some(({ text }) => text.startsWith("+"))) return false
  for (const [at, word] of rest.entries()) {
    const { isKnown, text } = word
    if (text === "--version" || text === "--help") return false
    if (!/^[-+]/.test(text)) return word.program === undefined || judge.runFile(word, isBash) || judge.names(rest)
    // The value of `-o` is another word, and long options may have one.
    if (!isKnown || /^[-+]\w*[oO]/.test(text) || text.startsWith("--") || text === "-") return true
    if (/^-\w*[il]/.test(text)) {
      judge.files.start()
      // An interactive shell begins with the file that this variable names.
      if (judge.whole.setsStart) return true
    }
    if (/^-\w*c/.test(text)) {
      const code = rest[at + 1]
      if (code === undefined || !code.isKnown || code.text.startsWith("-")) return true
      return judge.text(code.text, depth + 1, isBash) || judge.names(rest.slice(at + 2))
    }
    if (text.includes("s")) break
  }
  const [input, ...others] = inputs
  // Without an input of its own it reads that of the commands around it.
  return input === undefined || others.length > 0 || !input.isKnown || judge.text(input.text, depth + 1, isBash)
}
