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

/** Wrappers that only a shell has. */
const builtins = setOf("command exec builtin trap mapfile readarray noglob nocorrect")

/** Wrappers of which an argument may be a text for a shell. */
export const textWrappers = setOf("su runuser ssh script parallel watch trap flock env entr mapfile readarray")

/** Wrappers that give an argument with blanks to a shell. */
export const shellTexts = setOf("su runuser ssh script parallel watch")

/** Wrappers that begin a shell which reads its files. */
export const logins = setOf("su runuser ssh sudo doas")

/** Wrappers that make commands of what they read. */
export const feeders = setOf("xargs parallel")

/** Programs that give another meaning to a name, for the rest of the text. */
export const renamers = setOf("alias hash enable")

/** Programs that set variables to their arguments. */
export const setters = setOf("export declare local typeset readonly")

/** Programs that make a file the copy of another. */
export const copiers = setOf("cp mv ln install")

/** Programs that write files. */
export const writers = setOf("cp mv ln install tee dd curl wget patch sed")

/** Programs that read or make files, of which none becomes a text for a shell. */
export const compilers =
  /^(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|rustc|cargo|go|javac|tsc|make|cmake|chmod|chown|stat|file|shellcheck|sha\d+sum|md5sum|diff|cmp)$/

/** Programs with options whose values a shell runs. */
export const valueRunners = setOf("tar split rsync git man sort less screen tmux scp sftp make ninja")

/** Programs of other languages, which run a file, or their input without one. */
export const interpreters = /^(?:python|node|ruby|perl|php|lua|tclsh|expect|gdb|[gmn]?awk|at|batch|crontab)[\d.]*$/

/** Programs that run their input later, whatever their arguments. */
export const schedulers = setOf("at batch")

/** Programs that run a file of commands. */
export const runners = /^(?:deno|bun|make|gmake|just)$/

/** Editors, which run a command behind an exclamation mark. */
export const editors = /^(?:ed|ex|red|n?vim?)$/

/** Calls by which a text of another language runs a program or a shell, whose name it may build. */
export const spawning = /\b(?:system|popen|exec\w*|spawn\w*|qx|shell_exec|subprocess)\b\s*[("'{[/.]/

/** Calls in a text that certainly is of another language, where brackets may be absent. */
const spawningIn =
  /(?:\b|_)(?:system|popen\w*|exec|exec[lv]\w*|exec(?:File|Sync)\w*|spawn\w*|qx|syscall|shell_exec|subprocess|child_process)\b|%x\W/

/** Checks whether a text of another language may run a program, by a name that it builds. */
export const mayCall = (text: string): boolean => spawningIn.test(text) || (text.includes("|") && /\bopen\b/.test(text))

/** Programs of a language that reads and writes commands by pipes. */
export const withPipes = /^[gmn]?awk$/

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
  ["git", /^-[uO]|(?:^|=)ext::/],
  ["man", /^-/],
  ["apt", /^-o/],
  ["apt-get", /^-o/]
])

/** Checks whether an inert program runs others because of this word. */
export const isRunning = (program: string, word: string): boolean =>
  running.test(word) || runningOptions.get(program)?.test(word) === true

/** Returns the command of an address of git, which runs it without a shell: `% ` is a blank in a word there. */
export const commandOfAddress = (word: string): string | undefined =>
  /(?:^|=)ext::([^]*)$/.exec(word)?.[1]?.replaceAll("% ", "\\ ").replaceAll("%%", "%")

/** Programs that run none of their arguments, which are searched for the rule's words nevertheless. */
const tools = setOf(`
  ansible arch aws az b2sum base32 base64 basename bc bg bind biome black break c++ cal caller cargo cc chgrp chmod
  chown cksum clang clang++ cmake cmp column comm compgen complete composer continue convert createdb curl cut date
  dc dd df diff diff3 dig dircolors dirname dirs disown dotnet du eslint expand expr factor ffmpeg ffprobe fg file
  firebase flake8 fly fmt fold free g++ gcc gcloud gem getent getopt go gofmt gpg gpg2 gradle gradlew groups gunzip
  gzip heroku hexdump hg history host hostname http httpie iconv id identify ifconfig info ip java javac jest jobs
  join journalctl jq k9s kill killall kind kubectx kubens ldd less let ln locale logger logout look lsof magick make
  md5sum minikube mix mktemp mocha mongosh more mvn mvnw mypy mysql mysqldump nc net netlify netstat ninja nl nm
  nproc npx nslookup numfmt nx objdump od ollama openssl oxlint packer paste patch pg_dump pgrep php-cs-fixer
  phpunit ping pkill playwright pnpx pr pre-commit prettier printenv ps psql ptx pulumi pwd pylint pytest rails rake
  readlink realpath redis-cli rev rm rmdir rspec rsync rubocop ruff rustc scp sdiff seq serverless service set
  sha1sum sha224sum sha256sum sha512sum shasum shellcheck shfmt shift shopt shuf sleep split sqlite3 ss ssh-keygen
  stat strings stty sum supabase suspend svn swift sync sysctl systemctl tac tar tee terraform times top tox tr tree
  ts-node tsc tsort tsx tty turbo ulimit umask uname unexpand uniq unlink unset unzip uptime vagrant vercel vitest
  wait wget who whoami xcodebuild xmllint xxd xz yes yq zcat zip zstd`)

/** Checks whether a program is known to run no argument that is unknown. */
export const isTool = (program: string): boolean =>
  tools.has(program) || interpreters.test(program) || runners.test(program)

/** Checks whether a program is one of those that run others, as far as these are read. */
export const isLauncher = (program: string): boolean =>
  shells.has(program) ||
  (wrappers.has(program) && !builtins.has(program)) ||
  program === "find" ||
  program === "sed" ||
  interpreters.test(program) ||
  editors.test(program)

/** Matches what precedes a launcher in a text of any language, from which on it may be a command for a shell. */
export const launcherIn =
  /(?:^|[\s;&|`$({!"'=/]|^-\w)(?=(?:(?:ba|da|z|a|k|mk|fi)?sh(?:[\s;&|<>)}]|$)|(?:eval|exec|xargs|parallel|busybox|env|[gmn]?awk|sed|perl|python[\d.]*|node|ruby|php)\s))|(?:^|[;&|!({=]\s*)(?=(?:\.|source)\s)/g

/** Checks cheaply whether a text may name a launcher. */
export const mayLaunch = (text: string): boolean =>
  /sh|e[vxn]|args|parallel|busybox|awk|sed|perl|python|node|ruby|php|source|\.\s/.test(text)
