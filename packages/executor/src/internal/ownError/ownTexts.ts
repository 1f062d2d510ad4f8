/** The texts of a hook: its command, the scripts that the command names, and the helpers that these name. */
import { closeSync, lstatSync, openSync, readSync, statSync } from "node:fs"
import path from "node:path"
import { isPathOf, literalOf, wordsOf } from "./patterns.ts"
import { commandsIn, type List, type Simple, treeOf } from "./shellTree.ts"

/** The maximum length of a script that is read, the number of scripts, and the number of steps from the command. */
const mostRead = 65_536
const mostScripts = 24
const mostSteps = 3

/** A text for a shell: that of the hook has no file. */
export interface ShellText {
  readonly file: string | undefined
  readonly tree: List
  readonly commands: ReadonlyArray<Simple>
}

/** The texts of a hook, and the files in other languages that they name. */
export interface OwnTexts {
  readonly cwd: string
  readonly texts: ReadonlyArray<ShellText>
  readonly files: ReadonlyArray<string>
  /** The words of the command, which may name a file that can't be read. */
  readonly words: ReadonlyArray<string>
}

const textOf = (file: string | undefined, text: string): ShellText => {
  const tree = treeOf(text)
  return { file, tree, commands: commandsIn(tree) }
}

/** Returns the beginning of a script, or `undefined` if it is none that can be read. */
export const scriptText = (file: string): string | undefined => {
  let fd: number | undefined
  try {
    if (!statSync(file).isFile()) return undefined
    fd = openSync(file, "r")
    const bytes = Buffer.allocUnsafe(mostRead)
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, mostRead, 0))
  } catch {
    // Errors about a file that is not there are those of the text that names it.
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const isIn = (folder: string, file: string): boolean => file.startsWith(folder === "/" ? folder : `${folder}/`)

const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined

/** Returns the files that words of a text may name, from the folder of the project and from that of the script. */
const filesOf = (commands: ReadonlyArray<Simple>, folders: ReadonlyArray<string>): ReadonlyArray<string> =>
  commands.flatMap((command) =>
    wordsOf(command).all.flatMap((pattern) => {
      const literal = literalOf(pattern)
      if (literal === undefined || literal === "" || literal.startsWith("-") || literal.length > 1024) return []
      if (!/[./]/.test(literal)) return []
      return folders.map((folder) => path.resolve(folder, literal))
    })
  )

const isShell = (file: string, text: string): boolean => {
  const first = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(text)
  if (first === null) return /\.(?:ba|z|k|da)?sh$/.test(file)
  const program = path.basename(first[1] ?? "")
  return /^(?:ba|da|z|k|mk|a)?sh$/.test(program === "env" ? (first[2] ?? "") : program)
}

const isScript = (file: string, text: string): boolean =>
  isShell(file, text) || text.startsWith("#!") || /\.(?:py|[mc]?js|[mc]?ts)$/.test(file)

/**
 * Reads the texts of a hook. A helper is one of the hook if it is below the project or beside the script that names it: other
 * programs, such as those of `PATH`, have errors of their own.
 */
export const ownTexts = (command: string, args: ReadonlyArray<string> | undefined, cwd: string): OwnTexts => {
  const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  const own = textOf(undefined, args === undefined ? command : [command, ...args].map(quoted).join(" "))
  const texts = [own]
  const files: Array<string> = []
  const known = new Set<string>()
  let next: ReadonlyArray<{ readonly commands: ReadonlyArray<Simple>; readonly folder: string | undefined }> = [
    { commands: own.commands, folder: undefined }
  ]
  for (let step = 0; step < mostSteps; step++) {
    const found: Array<(typeof next)[number]> = []
    for (const { commands, folder } of next) {
      for (const file of filesOf(commands, folder === undefined ? [cwd] : [folder, cwd])) {
        if (known.size >= mostScripts || known.has(file) || !exists(file)) continue
        if (folder !== undefined && !isIn(cwd, file) && !isIn(folder, file)) continue
        const text = scriptText(file)
        if (text === undefined || !isScript(file, text)) continue
        known.add(file)
        if (!isShell(file, text)) {
          files.push(file)
          continue
        }
        const script = textOf(file, text)
        texts.push(script)
        found.push({ commands: script.commands, folder: path.dirname(file) })
      }
    }
    next = found
  }
  return { cwd, texts, files, words: own.commands.flatMap((each) => wordsOf(each).all) }
}

/** Returns the text of a script of the hook, by the name that a shell reports. */
export const textNamed = ({ cwd, texts, words }: OwnTexts, name: string): ReadonlyArray<ShellText> => {
  const file = path.resolve(cwd, name)
  const found = texts.filter((text) => text.file === file)
  if (found.length > 0 || !isPathOf(words, name)) return found
  const text = scriptText(file)
  return text === undefined ? [] : [textOf(file, text)]
}
