// Programs by what they do with their arguments. Of any other program, the arguments are searched for the rule's words.

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Programs that run the text of a file, of `-c` or of their input. */
export const shells = setOf("sh bash zsh dash ash ksh mksh fish rbash")

/** Programs that run the command in their arguments, so that an unknown argument may be any program. */
export const wrappers = setOf(`
  sudo doas env command exec builtin nohup setsid time timeout gtimeout nice ionice stdbuf xargs watch chroot flock
  unshare nsenter busybox toybox su runuser setpriv taskset chrt numactl strace ltrace script parallel entr ssh fd trap
  mapfile readarray unbuffer caffeinate noglob nocorrect`)

/** Wrappers whose command is the first word behind their options and the values of those. */
export const direct = setOf(
  "sudo doas env command exec builtin nohup setsid time timeout gtimeout nice ionice stdbuf xargs caffeinate"
)

/** Wrappers of which an argument may be a text for a shell. */
export const textWrappers = setOf("su runuser ssh script parallel watch trap flock env entr mapfile readarray")

/** Wrappers that make commands of what they read. */
export const feeders = setOf("xargs parallel")

/** Programs that give another meaning to a name, for the rest of the text. */
export const renamers = setOf("alias hash enable")

/** Programs that set variables to their arguments. */
export const setters = setOf("export declare local typeset readonly")

/** Programs that write files. */
export const writers = setOf("tee cp mv ln install dd curl wget patch")

/** Programs of other languages, which run a file, or their input without one. */
export const interpreters = /^(?:python|node|ruby|perl|php|lua|at|batch|crontab)[\d.]*$/

/** Programs that run their input later, whatever their arguments. */
export const schedulers = setOf("at batch")

/** Programs that run a file of commands. */
export const runners = /^(?:deno|bun|make|just)$/

/** Calls by which a text of another language runs a program or a shell, whose name it may build. */
export const spawning = /\b(?:system|popen|exec\w*|spawn\w*|qx|shell_exec|subprocess)\b\s*[("'{[/.]/

/** Programs of a language in which backticks run a shell. */
export const withBackticks = /^(?:perl|ruby|php)[\d.]*$/

/** Programs that run none of their arguments, and are often given names of programs. */
export const inert = setOf(`
  echo printf cat grep egrep fgrep rg ls cd pushd popd which type whereis man test [ [[ true false : mkdir touch exit
  return read pip pip3 apt apt-get apk dnf yum brew npm pnpm yarn git gh glab docker podman kubectl helm head tail wc
  sort cp mv`)

/** Words by which an inert program runs others nevertheless. */
const running =
  /^(?:-c|--exec.*|-x|--cmd|exec|run|bisect|foreach|filter-branch|config|difftool|mergetool|rebase|--.*(?:pack|tool|editor|pager|command|program).*|--pre(?:=.*)?|alias|dlx|x|explore)$/

/** Options of single inert programs with which those run others. */
const runningOptions: ReadonlyMap<string, RegExp> = new Map([
  ["git", /^-[uO]/],
  ["man", /^-/],
  ["apt", /^-o/],
  ["apt-get", /^-o/]
])

/** Checks whether an inert program runs others because of this word. */
export const isRunning = (program: string, word: string): boolean =>
  running.test(word) || runningOptions.get(program)?.test(word) === true
