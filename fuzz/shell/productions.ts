// Ways to run a command that a reader of shell text may miss.
import { launcherProductions } from "./launchers.ts"
import { doubleQuoted, type Production, quoted } from "./quoting.ts"

const wrappers = [
  "nohup", "exec", "timeout 5", "env", "command", "nice -n 5", "sudo -u root", "setsid -w", "stdbuf -oL", "time", "time -p",
  "builtin command", "exec -a a", "env -i A=1", "timeout .5", "timeout -k 1 2", "timeout --foreground 5", "sudo A=1", "nice",
  "command -p", "env --", "env -u A", "xargs", "doas", "timeout -s KILL 5", "ionice -c 3", "busybox env", "setpriv",
  "taskset 1", "chrt -o 0", "flock f", "script -q /dev/null -c", "ssh host", "! time", "watch -n 1", "unshare"
] // prettier-ignore

const redirections = [
  "> f", ">f", "2>&1", ">& f", "&> f", "&>> f", ">| f", "<> f", "< /dev/null", "<<< hi", "<<<'a b'", "3<&-", "{fd}> f",
  ">'a>'", "10> f", "2>/dev/null", "> $HOME.x", "> >(cat)", "< <(ls)", ">\\\n f"
] // prettier-ignore

/** Delimiters as they are written, and the line that ends their documents. */
const delimiters: ReadonlyArray<readonly [written: string, line: string]> = [
  ["E", "E"], ["'E'", "E"], ['"E"', "E"], ["\\E", "E"], ['E"O"F', "EOF"], ["E\\OF", "EOF"], ["E+F", "E+F"], ["~E", "~E"],
  ["E'O'F", "EOF"], ["$E", "$E"], ["E.F", "E.F"], ["E\\\nF", "EF"], ["''", ""], ["-E", "-E"], ["{E}", "{E}"]
] // prettier-ignore

const documentLines = [
  "it's", "a \\", "$x ${y:-z}", "`ls`", '"', " E", "E ", "\tE", "EF", "(", "$(ls)", "\\`", "# b", "<<F", "cat <<F", "<<'F'", "'", "$((", "${x:-", "a \\\nE", "a \\\\\nE", "rm x", ")", "E)"
] // prettier-ignore

/** Text behind a command that closes what a reader has wrongly taken for open. */
const endings = [
  "",
  "",
  " # '",
  ' # "',
  " # `",
  " # )",
  " # }",
  '; echo "\'"',
  "; echo '\"'",
  "\nF",
  "\nE",
  "\n E",
  " # ))",
  "\n}",
  "\n)"
]

const comments = ["# a\\", "# <<E", "# it's", '# "', "# $(", "# )", "#", "# `", "#\\", "# c \\\\"]

const swallowed = [
  "${x:-<<E}", "$[1<<2]", "$((1<<2))", "${x#\"'\"}", "${x:-'a b'}", "${x//\\//}", '"${x:-"a"}"', "${x%%'}'*}", "${#x}",
  "$'a\\'b'", '$"a"', "a[1<<2]=5", "${B:-x y}", "B=${B:-x y}", "\"$(echo '\"')\"", "${x:-`echo a`}", "$(( (1) ))", "a#b", "{a,b}",
  "[ a[1] ]", "\"${x:-'}\"", "$(# c\n)", "$(case a in a) ;; esac)", "(a)", "`echo '`'`", "$(echo ')')", "[[ a =~ (b|c) ]]"
] // prettier-ignore

const assignments = [
  "A=1", "A='b c'", "A+=1", "a=(1 2)--", "a=(1 2)", "a[0]=1", "a[1 2]=3", "A=$(ls)", 'A="$(ls)"', "A=`ls`", "B=${B:-x y}",
  "a=([0]=1 [1]=2)", "A=", "a=(\n1 # c\n)", "A=~", "a[$(ls)]=1", "A=$'b c'"
] // prettier-ignore

/** Commands that have a command run by a shell which reads it. */
const fed: ReadonlyArray<Production> = [
  ...["| bash", "|& bash", "| sh -s", "| env bash", "| (bash)", "| { bash; }", '| "bash"', "| sudo sh", "| bash -s a", "| cat | sh",
    "| xargs -I{} sh -c {}", "| tee f; sh f", "> f; bash f", "> f; . ./f", "> f; chmod +x f; ./f", "| while read -r l; do $l; done",
    "> f; cp f g; bash g", "> f && exec bash f", "> f; source f", "| xargs -0 -I{} bash -c {}", "| bash /dev/stdin"]
    .map((how): Production => (command) => `echo ${quoted(command)} ${how}`), // prettier-ignore
  (command) => `bash <(echo ${quoted(command)})`,
  (command) => `bash < <(echo ${quoted(command)})`,
  (command) => `. <(echo ${quoted(command)})`,
  (command) => `source /dev/stdin <<<${quoted(command)}`,
  (command) => `bash <<<${quoted(command)}`,
  (command) => `bash <<'E'\n${command}\nE`,
  (command) => `{ bash; } <<'E'\n${command}\nE`,
  (command) => `sh <<E\n${command}\nE`,
  (command) => `cat <<'E' | bash\n${command}\nE`,
  (command) => `cat > f <<'E'\n${command}\nE\nsh f`,
  (command) => `f() { bash; }; echo ${quoted(command)} | f`,
  (command) => `perl -e ${quoted(`system(${doubleQuoted(command)})`)}`,
  (command) => `echo ${quoted(`system(${doubleQuoted(command)})`)} | perl`,
  (command) => `awk ${doubleQuoted(`BEGIN{system(${doubleQuoted(command)})}`)}`,
  () => "echo x | xargs rm",
  () => "echo rm x | xargs env",
  () => "echo rm | xargs -I{} {} x"
]

const held = ["$x", "eval $x", 'eval "$x"', 'bash -c "$x"', "command $x", "env $x", "sh <<<$x", 'echo "$x" | sh', "f() { $x; }; f",
  "exec $x", "nohup $x", "timeout 5 $x", "sudo $x", "find . -maxdepth 0 -exec $x \\;", "${x}", "${x:-y}", "$x y", "xargs $x",
  "trap \"$x\" EXIT", "set -- $x; $@", 'set -- $x; "$@"', "y=x; ${!y}", "for y in \"$x\"; do $y; done", "PS4='$(eval $x)'; set -x; ls",
  "~+/$x", "[ a ] && $x", "case a in a) $x;; esac", "a=($x); ${a[@]}", '"${x%% *}" y', "! $x", "time $x", "{ $x; }", "A=1 $x"
] // prettier-ignore

const keywords: ReadonlyArray<Production> = [
  (command) => `if true; then ${command}; fi`,
  (command) => `for x in 1; do ${command}; done`,
  (command) => `set -- a; for x do ${command}; done`,
  (command) => `for x\nin 1\ndo\n${command}\ndone`,
  (command) => `for ((i=0;i<1;i++)); do ${command}; done`,
  (command) => `for ((i=0;i<1;i++)) { ${command}; }`,
  (command) => `while ${command}; do break; done`,
  (command) => `until ${command}; do :; done`,
  (command) => `case a in a) ${command};; esac`,
  (command) => `case a in (b|a) ${command} ;& c) ls;; esac`,
  (command) => `case a in\n# c\na)\n${command}\nesac`,
  (command) => `f() { ${command}; }; f`,
  (command) => `function f { ${command}; }; f`,
  (command) => `f() ( ${command} ); f`,
  (command) => `f () for x in 1; do ${command}; done; f`,
  (command) => `( ${command} )`,
  (command) => `((1)); ${command}`,
  (command) => `((ls); ${command})`,
  (command) => `! ${command}`,
  (command) => `coproc ${command}\nwait`,
  (command) => `select x in 1; do ${command}; done <<< 1`,
  (command) => `[[ a < b && -n "$(${command})" ]]`,
  (command) => `if [[ a == a ]]\nthen ${command}\nfi`,
  (command) => `ls &&\n\n# c\n${command}`,
  (command) => `true &>f & ${command}`,
  (command) => `{ ls\n} && ${command}`,
  (command) => `ls |\n ${command}`,
  (command) => `shopt -s expand_aliases\nalias q=${quoted(command)}\nq`,
  (command) => `trap ${quoted(command)} EXIT`,
  (command) => `PS4=${quoted(`$(${command})`)}; set -x; ls`,
  (command) => `x=${quoted(`a[$(${command})]`)}; ((x))`,
  (command) => `[[ ${quoted(`a[$(${command})]`)} -eq 1 ]]`,
  (command) => `printf -v ${quoted(`a[$(${command})]`)} 1`,
  (command) => `test -v ${quoted(`a[$(${command})]`)}`,
  (command) => `printf -v ${quoted(`a[ [1] [$(${command})]`)} 1`,
  (command) => `ls >& ${quoted(`f$(${command})`)}`,
  (command) => `x=${quoted(`$(${command})`)}; ls >&"$x"`,
  (command) => `read -r x <<< ${quoted(`a[$(${command})]`)}; echo $((x))`,
  (command) => `mapfile -C ${quoted(command)} -c 1 <<<a`,
  (command) => `diff <(${command}) <(ls)`,
  (command) => `echo $(( $(${command}) + 1 ))`,
  (command) => `echo $((ls) | (${command}))`,
  (command) => `echo "a \`${command}\` b"`,
  (command) => `a=(1 $(${command}))`,
  (command) => `echo \${x:-$(${command})}`,
  (command) => `declare x=$(${command})`,
  (command) => `"$(${command})"`,
  (command) => `find . -maxdepth 0 -exec ${command} \\;`,
  (command) => `/usr/bin/find . -maxdepth 0 -execdir ${command} {} +`,
  (command) => `find . -maxdepth 0 -exec sh -c ${quoted(command)} \\;`,
  (command) => `echo() { eval "$@"; }; echo ${quoted(command)}`,
  (command) => `eval ${quoted(command)}`,
  (command) => `eval ${doubleQuoted(command)}`,
  (command) => `eval echo hi \\; ${command}`,
  (command) => `bash -c ${quoted(command)}`,
  (command) => `bash -ec ${doubleQuoted(command)}`,
  (command) => `bash -o errexit -c ${quoted(command)}`,
  (command) => `bash +x -x -c ${quoted(command)} a b`,
  (command) => `bash -c '"$@"' a ${command}`,
  (command) => `bash -c '$0 x' ${command.split(" ")[0]}`,
  (command) => `env -S${quoted(command)}`,
  (command) => `env -S ${quoted(command)}`,
  (command) => `flock f -c${quoted(command)}`,
  (command) => `script -qc${quoted(command)} /dev/null`,
  (command) => `HOME=${command.split(" ")[0]}; ~ x`,
  (command) => `sh -c ${quoted(`((${command}))`)}`,
  (command) => `sh -c ${quoted(`ls &> f ${command}`)}`,
  (command) => `sh -c ${quoted(`[[ a || ${command} ]]`)}`,
  () => "prlimit rm x",
  () => "echo a | sed '1e rm x'",
  () => "echo a | split --filter='rm x'"
]

/** The classes, by name: each is reported with the number of its texts that ran the stub. */
export const productions: Readonly<Record<string, Production>> = {
  "redirection before the command": (command, { of }) => `${of(wrappers)} ${of(redirections)} ${command}`,
  "redirection first": (command, { of }) =>
    `${of(redirections)}${of(["", " ", " A=1 ", ` ${of(redirections)} `])}${command}`,
  comment: (command, { of }) => `${of(["", "ls "])}${of(comments)}\n${command}${of([of(endings), ` ${of(comments)}`])}`,
  "text that swallows": (command, { of }) =>
    `${of(["echo ", "", "ls ", "x="])}${of(swallowed)}${of(["; ", "\n", " && ", " | "])}${command}${of(endings)}`,
  document: (command, { of }) => {
    const [written, line] = of(delimiters)
    const body = [of(documentLines), of(documentLines), of(documentLines)].slice(of([0, 1, 2])).join("\n")
    return `cat <<${of(["", "-", "- ", " "])}${written}${of(["", " | cat", " # c", "; ls"])}\n${body}\n${line}\n${command}${of([of(endings), `\n${written}`])}`
  },
  "document that seems to end": (command, { of }) => {
    const [start, line] = of([
      ["<<'E'", of([" E", "\tE", "E ", "E)", "EF"])],
      ["<<E", "a \\\nE"]
    ] as const)
    const open = of(["'", '"', start === "<<E" ? "(" : "`", "{ ", "cat <<F", "x=(", "# c\\"])
    return `cat ${start}\n${line}\n${open}\nE\n${command}${of(endings)}`
  },
  "documents in one line": (command, { of }) =>
    `cat <<E ${of(["", "3"])}<<'F'${of([" && ls", "", ` | ${command}`])}\n${of(documentLines)}\nE\n${of(documentLines)}\nF\n${command}${of(endings)}`,
  "document that expands": (command, { of }) => `cat <<E\n${of(documentLines)}\n$(${command})\nE`,
  "document in a substitution": (command, { of }) =>
    `echo "$(cat <<${of(["E", "'E'"])}\n${of(documentLines)}\nE\n)"${of(["\n", "; ", " && "])}${command}${of(endings)}`,
  "unknown word": (command, { of }) => `x=${quoted(command)}; ${of(held)}`,
  wrapper: (command, { of }) => `${of(wrappers)} ${of(["", of(wrappers), "-- "])} ${command}`,
  assignment: (command, { of }) =>
    `${of(assignments)} ${of(["", of(assignments)])} ${of([command, `; ${command}`, `\n${command}`])}`,
  "name by parts": (_, { of }) =>
    of(["bash -c 'rm$IFS-rf$IFS-x'", "rm$IFS-x", "{rm,x}", "{r\"m\",x}", "r{m,} x", "/bin/r[m] x", "/usr/bin/r? x", "/bin/r* x", "r\\m x",
      "r''m x", "$'rm' x", "$'\\x72m' x", "r\\\nm x", '"rm" x', "r${y}m x", '"r"$y"m" x', "`echo rm` x", "$(echo rm) x", "/usr/bin/../bin/rm x",
      "y=bin; /usr/$y/rm x", 'y=rm; "/bin/$y" x', "rm<f", "rm\tx", "\\rm x", "r$y'm' x", "${y:-rm} x", "ls;rm", "x=r; ${x}m y", "$0 -c 'rm x'", "{rm,}",
      "cd /bin; ./rm x", "f=/bin/rm; \"$f\" x", "BASH_ENV=<(echo rm x) bash -c ls", "r$''m x", "r\"\"m x", "{r,s}m x", "rm&", "exec rm x"]), // prettier-ignore
  fed: (command, chance) => chance.of(fed)(command, chance),
  syntax: (command, chance) => chance.of(keywords)(command, chance),
  ...launcherProductions
}
