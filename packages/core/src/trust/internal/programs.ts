// Tables of programs: whether a file of the hook contains what they run, and the parts of the machine that they reach.
import * as shellPrograms from "../../match/internal/shell/programs.ts"

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** The languages of scripts. A query runs no program. */
export type Language =
  | "shell"
  | "javascript"
  | "python"
  | "ruby"
  | "perl"
  | "php"
  | "powershell"
  | "awk"
  | "query"
  | "other"

/** An interpreter: how it is given code, and which of its options have a value in the next word. */
export interface Interpreter {
  readonly language: Language
  /** Matches an option that code follows. */
  readonly code?: RegExp
  /** Matches an option whose value is a file that runs. */
  readonly loads?: RegExp
  /** Matches an option with any other value in the next word. */
  readonly valued?: RegExp
  /** Matches an option that the name of a module follows. */
  readonly module?: RegExp
  /** Words that precede the script. */
  readonly verbs?: ReadonlySet<string>
}

const shell: Interpreter = {
  language: "shell",
  code: /^-[A-Za-z]*c[A-Za-z]*$/,
  loads: /^--(?:rcfile|init-file)$/,
  valued: /^[-+][A-Za-z]*[oO]$/
}
const python: Interpreter = {
  language: "python",
  code: /^-[bBdEhiIOPqRsSuvx]*c$/,
  module: /^-[bBdEhiIOPqRsSuvx]*m$/,
  valued: /^(?:-[WX]|--check-hash-based-pycs)$/
}
const node: Interpreter = {
  language: "javascript",
  code: /^(?:-e|--eval|-p|--print|-pe)$/,
  loads: /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|--env-file-if-exists|--test-reporter)$/,
  valued:
    /^(?:-C|--conditions|--input-type|--title|--watch-path|--max-old-space-size|--stack-trace-limit|--disable-warning)$/
}

const interpreters: ReadonlyArray<readonly [RegExp, Interpreter]> = [
  [/^(?:ba|z|da|a|k|mk|fi|rba)?sh$/, shell],
  [/^(?:python|pypy)[\d.]*$|^pythonw$|^py$/, python],
  [/^(?:node|nodejs|tsx|ts-node|vite-node|swc-node|esno|esr)[\d.]*$/, node],
  [/^bun$/, { ...node, loads: /^(?:-r|--preload|--require|--import|--env-file)$/, verbs: setOf("run") }],
  [
    /^deno$/,
    {
      ...node,
      code: /^(?:eval)$/,
      valued: /^(?:-c|--config|--import-map|--lock|--cert|--location|--seed)$/,
      verbs: setOf("run")
    }
  ],
  [/^(?:ruby|jruby)[\d.]*$/, { language: "ruby", code: /^-[a-z]*e$/, loads: /^-r$/, valued: /^-[ICEW]$/ }],
  [/^perl[\d.]*$/, { language: "perl", code: /^-[A-Za-z0-9]*[eE]$/, valued: /^-[IMm]$/ }],
  [/^php[\d.]*$/, { language: "php", code: /^-[rBRE]$/, loads: /^-[fFcz]$/, valued: /^-[dtS]$/ }],
  [/^lua(?:jit)?[\d.]*$/, { language: "other", code: /^-e$/, valued: /^-l$/ }],
  [
    /^(?:pwsh|powershell)$/,
    {
      language: "powershell",
      code: /^[-/](?:c|command|ec?|encodedcommand)$/i,
      loads: /^[-/]f(?:ile)?$/i,
      valued: /^[-/](?:ex\w*|ep|w\w*|inputformat|outputformat|version|psconsolefile|configurationname)$/i
    }
  ],
  [/^cmd$/, { language: "powershell", code: /^\/[ck]$/i }],
  [/^osascript$/, { language: "other", code: /^-e$/, valued: /^-[ls]$/ }],
  [/^[gmn]?awk$/, { language: "awk", loads: /^(?:-f|--file|-i|--include|-E|--exec|-l|--load)$/, valued: /^-[vF]$/ }],
  [
    /^(?:g|gnu)?sed$/,
    { language: "other", code: /^(?:-[nErszui]*e|--expression)$/, loads: /^(?:-[nErszui]*f|--file)$/, valued: /^-l$/ }
  ],
  [/^(?:jq|yq|gojq|jaq)$/, { language: "query", loads: /^(?:-f|--from-file)$/, valued: /^(?:-L|--indent|--arg\w*)$/ }],
  [/^(?:expect|tclsh|wish)[\d.]*$/, { language: "other", code: /^-c$/, loads: /^-f$/ }],
  [/^java$/, { language: "other", loads: /^-jar$/, valued: /^(?:-cp|-classpath|--class-path|-p|--module-path)$/ }],
  [
    /^(?:rscript|julia|groovy|swift|elixir|guile|racket|nu|raku|crystal|janet|bb|clojure|scala)$/,
    { language: "other", code: /^(?:-e|--eval|-c)$/ }
  ]
]

/** Returns how a program interprets scripts, or `undefined` if it is no interpreter. */
export const interpreterOf = (program: string): Interpreter | undefined =>
  interpreters.find(([name]) => name.test(program))?.[1]

/** Interpreters whose first word that is no option is a text and no file. */
const textFirst = /^(?:[gmn]?awk|(?:g|gnu)?sed|jq|yq|gojq|jaq)$/
export const isTextFirst = (program: string): boolean => textFirst.test(program)

/** Interpreters of which a program without a script reads data and no code. */
export const readsData = isTextFirst

/** Wrappers, and the letters of their options that have a value in the next word. */
const wrapperValues: Readonly<Record<string, RegExp>> = {
  env: /^(?:-[uC]|--unset|--chdir|--argv0)$/,
  timeout: /^(?:-[sk]|--signal|--kill-after)$/,
  gtimeout: /^(?:-[sk]|--signal|--kill-after)$/,
  nice: /^(?:-n|--adjustment)$/,
  ionice: /^-[cnpPu]$/,
  stdbuf: /^(?:-[ioe]|--(?:input|output|error))$/,
  sudo: /^-[ugpCRTrthD]$/,
  doas: /^-[uC]$/,
  exec: /^-a$/,
  time: /^-[fo]$/,
  xargs: /^(?:-[IEnPLsda]|--(?:max-args|max-procs|delimiter|arg-file|replace|max-lines))$/,
  flock: /^(?:-[wE]|--timeout|--wait|--conflict-exit-code)$/,
  chrt: /^-[TPD]$/,
  taskset: /^$/,
  caffeinate: /^-[tw]$/
}

/** Returns the pattern of a wrapper's options that have a value in the next word. */
export const wrapperValue = (program: string): RegExp | undefined => wrapperValues[program]

/** Wrappers beside those of a shell's rule: they run the command behind their own words. */
const otherWrappers = setOf(`
  doppler op dotenv dotenvx direnv mise rtx asdf volta fnm nvm xvfb-run winpty cross-env infisical chamber aws-vault
  conda micromamba nix nix-shell devbox pixi arch gosu firejail bwrap faketime rlwrap chronic nohup setsid`)

export const isWrapper = (program: string): boolean => shellPrograms.wrappers.has(program) || otherWrappers.has(program)

/** Wrappers whose command is the first word behind their options. */
export const isDirect = (program: string): boolean => shellPrograms.direct.has(program)

/** Programs that download a package and run it. */
export const packageRunners = setOf("npx bunx uvx pipx pnpx dlx")

/** Package managers, and the words by which they run something. */
export const packageManagers = setOf("npm pnpm yarn uv poetry pdm hatch rye pipenv bun deno bundle composer")

/** Words by which a package manager runs a command that follows. */
export const runVerbs = setOf("run exec dlx x tool")

/** Tools that run what the project configures for them. */
export const projectTools = setOf(`
  npm yarn pnpm make gmake just task cargo go dotnet mvn gradle gradlew mix rake bundle composer pytest tox nox turbo nx
  lerna poetry pdm hatch rye pipenv swift xcodebuild flutter dart sbt lein ruff black isort mypy eslint prettier tsc biome
  oxlint dprint rubocop gofmt goimports rustfmt clang-format swiftlint swiftformat php-cs-fixer stylua vitest jest mocha
  rspec phpunit pre-commit lefthook husky semgrep gitleaks bandit pylint flake8 pyright golangci-lint terraform tflint
  hadolint actionlint markdownlint markdownlint-cli2 ktlint phpstan pint rustc gcc javac pip pip3 cmake ninja bazel buck
  rustup rails mage ansible-playbook pulumi cdk serverless stylelint commitlint lint-staged playwright cypress vite webpack
  rollup esbuild ant meson scons dbt alembic`)

/** Tools of a repository that run what its own files or settings name, but only within it. */
const texts = setOf(`
  [ [[ test echo printf true false : cd exit return export unset set local read shift if then trap type command hash
  wait kill pwd let declare readonly umask getopts break continue times jobs typeset builtin shopt pushd popd dirs disown
  mapfile readarray ulimit bind complete compgen compopt history fc fg bg suspend logout help enable alias unalias caller
  select exec eval source . time
  cat grep egrep fgrep sed awk gawk mawk nawk jq yq tr cut head tail sort uniq wc ls mkdir rmdir touch cp mv rm ln date
  basename dirname tee tput sleep seq xargs find stat realpath readlink mktemp diff cmp comm od xxd base64 base32
  sha256sum sha1sum sha512sum md5sum md5 shasum cksum b2sum id whoami hostname uname tty env printenv which whereis chmod
  chown chgrp ps pgrep pkill killall lsof du df file less more rev paste fold nl tac yes expr bc dc gzip gunzip tar zip
  unzip zcat cygpath rg ag fd tree iconv column shuf ionice nice dos2unix unix2dos logger split csplit join fmt expand
  unexpand tsort factor numfmt truncate sync nproc getconf locale getent groups who w uptime free vmstat sw_vers sysctl
  stty clear reset dirname patch install strings hexdump sqlite3 timeout gtimeout nohup setsid stdbuf flock time
  git openssl node python python3 perl ruby bash sh dash zsh ksh fish php lua pwsh powershell cmd osascript deno bun
  tsx ts-node awk trap cygstart uuidgen plutil defaults launchctl systemctl wslpath`)

/** Checks whether a program is the client of a database, which runs commands of its own from files. */
export const isDatabase = (program: string): boolean => /^(?:sqlite3|psql|mysql|duckdb)$/.test(program)

/** Languages of which the imports are read. What else loads is not known. */
export const read: ReadonlySet<Language> = new Set(["shell", "javascript", "python", "perl", "awk", "query"])

/** Checks whether a program of the machine is one of which the doings are known. */
export const programsOf = (program: string): boolean =>
  isKnown(program) || network.has(program) || isDesktop(program) || projectTools.has(program)

/** Checks whether a program's doings are known: it runs only what its arguments name. */
export const isKnown = (program: string): boolean =>
  texts.has(program) || shellPrograms.shells.has(program) || interpreterOf(program) !== undefined

/** Programs that reach the network. */
export const network = setOf(`
  curl wget gh glab hub ssh scp sftp rsync nc ncat netcat socat telnet ftp ping dig nslookup host traceroute aws gcloud az
  gsutil vercel netlify railway kubectl helm fly flyctl heroku supabase wrangler firebase doctl terraform ansible http https
  xh httpie aria2c lynx w3m websocat ngrok cloudflared mosh psql mysql mongosh redis-cli ollama llm
  npx bunx uvx pipx pnpx brew apt apt-get apk dnf yum pacman gem`)

const desktop = setOf(`
  notify-send afplay aplay paplay pw-play terminal-notifier spd-espeak espeak-ng mpv mpg123 mplayer ffplay play sox
  canberra-gtk-play tmux screen wezterm kitty kitten cmux muxa open xdg-open beep ghostty zellij growlnotify alerter dunstify
  zenity kdialog yad osascript pbcopy pbpaste xclip xsel wl-copy wl-paste xdotool ydotool swaymsg i3-msg hyprctl gdbus
  dbus-send busctl qdbus wslnotify burnttoast code idea subl vlc`)

/** Checks whether a program reaches the desktop, sound or the terminal. */
export const isDesktop = (program: string): boolean => desktop.has(program) || /^(?:spd-)?say$/.test(program)

/** Programs that reach the socket of a service that acts with more rights. */
export const sockets = setOf(`
  docker docker-compose podman nerdctl colima lima limactl minikube kind k3d systemctl loginctl machinectl systemd-run at
  batch crontab launchctl gpg-agent ssh-add ssh-agent dockerd containerd ctr crictl buildah skopeo virsh vagrant`)

/** Programs that write files, beside what a redirection writes. */
export const writers = setOf(`
  tee mkdir touch cp mv rm rmdir ln install dd truncate patch rsync unzip tar mktemp sqlite3 split chmod chown
  prettier black ruff isort eslint gofmt rustfmt biome`)

/** Installers, which run what they have downloaded. */
export const installers = /^(?:i|install|ci|add|upgrade|update|sync|get|require)$/
