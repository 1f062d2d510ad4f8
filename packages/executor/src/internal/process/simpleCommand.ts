/** Commands that have the same effect with and without a shell: a program's name and plain words. */

/** Matches words without a special character. */
const plain = /^[A-Za-z0-9_./:@%+,-]+(?: +[A-Za-z0-9_./:@%+,=-]+)*$/

/** The names of builtins of the usual shells, and words of their grammar. */
const builtins = new Set(
  (
    ". : [ alias autoload bg bind break builtin caller case cd chdir command compgen complete compopt continue coproc " +
    "declare dirs disown do done echo elif else emulate enable end esac eval exec exit export false fc fg fi float for " +
    "foreach function functions getopts hash help hist history if in integer jobs kill let limit local log logout " +
    "mapfile nameref nocorrect noglob popd print printf pushd pwd r read readarray readonly rehash repeat return sched " +
    "select set setopt shift shopt source stop suspend test then time times trap true type typeset ulimit umask " +
    "unalias unhash unlimit unset unsetopt until wait whence where which while zmodload"
  ).split(" ")
)

/**
 * Returns the program and the arguments of a command that is provably simple. A program's name with a leading dash or
 * plus, and a word that might be a descriptor's number, are left to the shell.
 */
export const simpleCommand = (command: string): ReadonlyArray<string> | undefined => {
  if (!plain.test(command)) return undefined
  const words = command.split(/ +/)
  const [program = ""] = words
  return builtins.has(program) || /^[-+%0-9]/.test(program) ? undefined : words
}
