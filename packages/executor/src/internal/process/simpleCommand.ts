/** Commands that mean the same with and without a shell: a program's name and plain words. */

/** Words that no shell reads as anything but themselves. */
const plain = /^[A-Za-z0-9_./:@%+,-]+(?: +[A-Za-z0-9_./:@%+,=-]+)*$/

/** What a shell does itself, in any of the usual ones, or reads as its own grammar. */
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
 * The program and the arguments of a command that is provably simple. The name of a program with a dash or a plus before
 * it, and anything that might be a number of a descriptor, is left to the shell.
 */
export const simpleCommand = (command: string): ReadonlyArray<string> | undefined => {
  if (!plain.test(command)) return undefined
  const words = command.split(/ +/)
  const [program = ""] = words
  return builtins.has(program) || /^[-+%0-9]/.test(program) ? undefined : words
}
