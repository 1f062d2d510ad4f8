/** Constructs of bash that a plain `sh` does not support, or reads in another way. */

/** Keeps the substitutions in double quotes, which are shell code. */
const runInside = (_: string, quoted: string): string =>
  ` ${Array.from(quoted.matchAll(/\$\(([^)]*)\)/g), ([, run]) => `; ${run} ;`).join(" ")}""`

/** Blanks quoted text and comments, which are not shell code. */
const unquoted = (command: string): string =>
  command
    .replaceAll(/\\[\s\S]/g, "  ")
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/"([^"]*)"/g, runInside)
    .replaceAll(/(^|\s)#.*/g, "$1")

const constructs: ReadonlyArray<readonly [RegExp, string]> = [
  [/(^|[\s;&|(!])\[\[\s/, "`[[ … ]]`, which is not found there, so that the condition is always false"],
  [/(^|[\s;&|])\[\s[^\]]*\s==\s/, "`[ … == … ]`, which is `=` there, so that the condition is always false"],
  [/(^|[\s;&|!(])\(\(\s*\w+\s*[<>=!+-]/, "`(( … ))`, which is `[ … -gt … ]` there"],
  [/<<</, "`<<<`"],
  [/(^|[\s;&|])(?:declare|typeset|mapfile|readarray|shopt|pushd|popd)\s/, "a builtin of bash"],
  [/(^|[\s;&|])function\s+\w+/, "`function`"],
  [/(^|[\s;&|])source\s+\S/, "`source`, which is `.` there"],
  [/\w=\(/, "a list in a variable"],
  [/&>>?/, "`&>`, which there means: run in the background"],
  [/[<>]\([^)]/, "`<( … )`"],
  [/\$\{\w+(?:\/|\^|,|:\s*-?\d|\[)/, "a `${…}` that only bash knows"],
  [/set\s+-[a-z]*o\s+pipefail/, "`set -o pipefail`"]
]

/** A cheap test: every construct matches it, and few commands do. */
const suspicious =
  /\[\[|\s==\s|\(\(|<<<|&>|[<>=]\(|\$\{\w+[^}\w]|\b(?:declare|typeset|mapfile|readarray|shopt|pushd|popd|function|source|pipefail)\b/

/** Returns the first construct of a command that needs bash, in words, if there is one. */
export const bashSyntax = (command: string): string | undefined => {
  if (!suspicious.test(command)) return undefined
  const text = unquoted(command)
  return constructs.find(([pattern]) => pattern.test(text))?.[1]
}

/** Variables that agents once set, and that hooks no longer get. */
const gone = /\$\{?(CLAUDE_TOOL_\w+|CLAUDE_FILE_PATHS?|TOOL_(?:INPUT|NAME|OUTPUT|RESULT)\w*|STDIN_JSON)\b/

const sets = (command: string, name: string): boolean =>
  new RegExp(`\\b${name}=|read\\s+(?:-r\\s+)?${name}\\b`).test(command)

/** Returns the variables that a command uses and that neither Hookline nor the command sets. */
export const unsetVariables = (command: string): ReadonlyArray<string> => {
  if (!command.includes("$") || !gone.test(command)) return []
  const names = Array.from(command.matchAll(new RegExp(gone, "g")), ([, name]) => name ?? "")
  return [...new Set(names)].filter((name) => !sets(command, name))
}
