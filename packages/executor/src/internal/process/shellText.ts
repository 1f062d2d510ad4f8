/** Text for POSIX shells, made only of checked names and of words in single quotes. */

/** Quotes a word. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const name = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Matches names that a shell imports when it starts, owns, or reads its configuration from. Setting one later has
 * another effect.
 */
const owned =
  /^(?:IFS|PWD|OLDPWD|PPID|UID|EUID|SHLVL|SHELLOPTS|BASH.*|ENV|POSIXLY_CORRECT|OPT(?:IND|ARG|ERR)|PS[0-4]|LINENO|RANDOM|SRANDOM|SECONDS|EPOCH.*|FUNCNAME|GROUPS|DIRSTACK|HIST.*|MAIL.*|TMOUT|LANG|LC_.*|_|__hook_cmd)$/

/** Checks whether a running shell can assign a variable with the same effect as inheriting it. */
export const canAssign = (variable: string): boolean => name.test(variable) && !owned.test(variable)

/** Returns assignments of variables whose names can be assigned. */
export const assignments = (variables: Readonly<Record<string, string>>): string => {
  let text = ""
  for (const variable in variables) text += `export ${variable}=${quote(variables[variable] ?? "")}\n`
  return text
}

/** The way in which a shell reads its input: line by line, so that it may begin before the end, or all of it first. */
export type Reads = "lines" | "all"

/**
 * Runs the command in a variable. The command is data, never part of another text. What comes before it shares its first
 * line, so that line numbers are right. The descriptor of the pipe is closed, because it is not the hook's. Without a
 * command, because the parent has exited, the shell exits.
 */
const running = `eval "exec 3<&-;unset __hook_cmd;\${__hook_cmd-exit 0}"`

/** The path by which a waiting shell opens its pipe, which has no name. Some shells don't open `/dev/fd` again. */
const pipe = "/proc/self/fd/3"

/**
 * Returns the text of a waiting shell: it reads its input from the pipe on descriptor 3. Shells that read to the end
 * first reset `SECONDS` for the hook.
 */
export const waiting = (reads: Reads): string =>
  reads === "lines" ? `. ${pipe};exit` : `. ${pipe};SECONDS=0;${running}`

/** Returns the input of a waiting shell: the event's variables, the command, and its positional parameters. */
export const told = (
  variables: Readonly<Record<string, string>>,
  command: string,
  words: ReadonlyArray<string> = []
): string => {
  const given = words.length === 0 ? "" : `set -- ${words.map(quote).join(" ")}\n`
  return `${assignments(variables)}${given}__hook_cmd=${quote(command)}\n`
}

/** Returns the last line of the input, if it is read line by line. */
export const begin = (reads: Reads): string => (reads === "lines" ? `${running};exit\n` : "")

/**
 * Like `running`, but for a shell that is spawned with a file on descriptor 3, for commands that are too long for an
 * argument.
 */
export const loading = `. /dev/fd/3;eval "exec 3<&-;unset __hook_cmd;$__hook_cmd"`
