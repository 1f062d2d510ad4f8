/** Text for POSIX shells. It only ever holds names that were checked and words in single quotes. */

/** A word that means just itself. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const name = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Names that a shell imports when it starts, owns, or by which it changes how it reads. To set one later does not mean
 * the same.
 */
const owned =
  /^(?:IFS|PWD|OLDPWD|PPID|UID|EUID|SHLVL|SHELLOPTS|BASH.*|ENV|POSIXLY_CORRECT|OPT(?:IND|ARG|ERR)|PS[0-4]|LINENO|RANDOM|SRANDOM|SECONDS|EPOCH.*|FUNCNAME|GROUPS|DIRSTACK|HIST.*|MAIL.*|TMOUT|LANG|LC_.*|_|__hook_cmd)$/

/** Whether a shell that runs already can take a variable as one that is started with it. */
export const canAssign = (variable: string): boolean => name.test(variable) && !owned.test(variable)

/** Assignments for variables whose names can be assigned. */
export const assignments = (variables: Readonly<Record<string, string>>): string => {
  let text = ""
  for (const variable in variables) text += `export ${variable}=${quote(variables[variable] ?? "")}\n`
  return text
}

/**
 * How a shell reads what it is told: line by line, so that it may begin before the end has come, or all of it first.
 */
export type Reads = "lines" | "all"

/**
 * Runs the command that a variable holds. It is data all the way, never part of other text; `unset` shares its first line,
 * so that line numbers stay right. Where nothing came, since whoever made the shell is gone, it ends.
 */
const running = `eval "unset __hook_cmd;\${__hook_cmd-exit 0}"`

/**
 * What a waiting shell does: it reads what it is told from a named pipe. Those that read all of it first count seconds,
 * for a hook from its own beginning.
 */
export const waiting = (pipe: string, reads: Reads): string =>
  reads === "lines" ? `. ${quote(pipe)};exit` : `. ${quote(pipe)};SECONDS=0;${running}`

/** What a waiting shell is told: the variables of the event, the command, and what that finds as its arguments. */
export const told = (
  variables: Readonly<Record<string, string>>,
  command: string,
  words: ReadonlyArray<string> = []
): string => {
  const given = words.length === 0 ? "" : `set -- ${words.map(quote).join(" ")}\n`
  return `${assignments(variables)}${given}__hook_cmd=${quote(command)}\n`
}

/** What follows, where it is read line by line. */
export const begin = (reads: Reads): string => (reads === "lines" ? `${running};exit\n` : "")

/** The same for a shell that is started with a file on its descriptor 3: for commands that no argument can hold. */
export const loading = `. /dev/fd/3;eval "exec 3<&-;unset __hook_cmd;$__hook_cmd"`
