// Productions for programs that are on no list: what runs the command is an argument, a file or a text of another language.
import { type Production, quoted } from "./quoting.ts"

/** Programs on no list that run the command in their arguments. */
const launchers = [
  "prlimit", "setarch x86_64", "linux64", "linux32 -R", "choom -n 0 --", "fakeroot", "logsave f", "coproc ", "ld.so /bin/bash -c :;", "prlimit linux64",
  "find . -maxdepth 0 -exec prlimit", "xargs prlimit", "timeout 5 prlimit", "nohup linux64", "x86_64", "ssh-agent", "prlimit --nofile=9 setarch x86_64"
] // prettier-ignore

/** Texts that print a command which none of their words names. */
const printing: ReadonlyArray<Production> = [
  (command) => `rev <<<${quoted(command.split("").toReversed().join(""))}`,
  (command) => `base64 -d <<<${Buffer.from(command).toString("base64")}`,
  (command) => `printf '%s%s' ${quoted(command.slice(0, 1))} ${quoted(command.slice(1))}`,
  (command) => `echo -e ${quoted(command.replace(/[a-z]/, (char) => `\\x${char.charCodeAt(0).toString(16)}`))}`,
  (command) => `printf ${quoted(command.split("").map((char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`).join(""))}`,
  (command) => `tr q r <<<${quoted(command.replaceAll("r", "q"))}`,
  (command) => `tr q r < <(echo ${quoted(command.replaceAll("r", "q"))})`,
  (command) => `sed 's/q/r/g' <<<${quoted(command.replaceAll("r", "q"))}`,
  (command) => `{ echo -n ${quoted(command.slice(0, 1))}; echo ${quoted(command.slice(1))}; }`,
  (command) => `(printf %s ${quoted(command.slice(0, 2))}; echo ${quoted(command.slice(2))})`,
  (command) => `for p in ${quoted(command.slice(0, 1))} ${quoted(command.slice(1))}; do printf %s "$p"; done`,
  (command) => `echo ${quoted(command)}`
] // prettier-ignore

/** Ways to read as a shell what a text prints. */
const readings = ["sh", "bash", "env -i sh", "env -i A=1 bash -s", "sudo -i bash", "linux64", "unshare", "script -q g", "prlimit sh", "setarch x86_64 bash", "linux64 sh -s", "nohup sh", "busybox sh",
  "find /dev/null -exec bash \\;", "timeout 5 linux64 sh", "xargs -0 sh -c", "split --filter=sh", "(prlimit sh)", "{ linux64 sh; }", "sed e", "xargs -0 -I@ sh -c @"] // prettier-ignore

/** Ways to write what is printed to a file `f`. */
const writing = ["> f", ">> f", "| tee f", "| cat > f", "| tee f > g", "> g; cp g f", "> g; mv g f", "> g; ln g f", "| sed w\\ f", "| dd of=f", "| sed -n 'w f'",
  "| awk '{print > \"f\"}'", "| (cat > f)", "> g; cat g > f", ">| f", "| sort -o f", "&> f", "| split - f; cat faa > f", "> g; sed p g -n > f"] // prettier-ignore

/** Ways to run the file `f`. */
const running = ["bash f", "sh f", ". ./f", "source ./f", "chmod +x f; ./f", "chmod +x f; PATH=.:$PATH; f", "chmod +x f; PATH=.:$PATH f", "chmod 755 f; env PATH=. f",
  "prlimit bash f", "linux64 sh f", "chmod +x f; prlimit ./f", "env -i sh f", "bash < f", "sh -s < f", "nohup bash f", "find f -exec bash {} \\;", "BASH_ENV=f bash -c :",
  "chmod +x f; export PATH=$PWD; f", "chmod +x f; find . -name f -exec {} \\;", "cat f | sh", "eval \"$(cat f)\"", "bash --rcfile f -i", "chmod +x f; xargs ./f", "exec bash f",
  "sed -n '1e bash f' f", "chmod +x f; PATH=.:$PATH; prlimit f", "tar -cf g -I 'bash f' f"] // prettier-ignore

/** Scripts for `sed` that run a command. */
const sedScripts: ReadonlyArray<Production> = [
  (command) => `'1e${command}'`,
  (command) => `'1e ${command}'`,
  (command) => `-n '1{p;e ${command}\n}'`,
  (command) => `-e p -e '$e${command}'`,
  (command) => `'/a/e ${command}'`,
  (command) => `'s/.*/${command.replaceAll("/", "\\/")}/e'`,
  (command) => `'s|a|${command}|ge'`,
  (command) => `'s,a,${command},;e'`,
  (command) => `-n 's|a|${command}|pe'`,
  (command) => `'y/a/b/;s|^b|${command}|Me'`,
  (command) => `'1!d;e${command}'`,
  (command) => `'0,/a/e${command}'`,
  (command) => `'\\,a,Ie${command}'`,
  (command) => `-s --expression='1e${command}'`,
  (command) => `-ne'1e${command}'`,
  (command) => `'# c\n1,1 ! { e${command}\n}'`,
  (command) => `'r g\n e${command}'`,
  (command) => `'s|a|${command}|w g\ne'`,
  (command) => `'s|.*|${command}|;b;:e;e'`,
  (command) => `'s|.*|${command}|;tq;:q;e'`
]

/** Programs with options whose values a shell or the system runs. */
const values: ReadonlyArray<Production> = [
  (command) => `echo a | split --filter=${quoted(command)}`,
  (command) => `echo a | split --filter ${quoted(command)}`,
  (command) => `: > g; tar -cf f -I ${quoted(command)} g`,
  (command) => `: > g; tar -cf f -I${quoted(command)} g`,
  (command) => `: > g; tar -c -f f --use-compress-program=${quoted(command)} g`,
  (command) => `: > g; tar --checkpoint=1 --checkpoint-action=${quoted(`exec=${command}`)} -cf f g`,
  (command) => `: > g; tar cf f g; tar -xf f --to-command=${quoted(command)}`,
  (command) => `rsync -e ${quoted(command)} a b:c`,
  (command) => `rsync -e${quoted(command)} a b:c`,
  (command) => `rsync -ve${quoted(command)} a b:c`,
  (command) => `rsync --rsh=${quoted(command)} a b:c`,
  (command) => `ed <<<${quoted(`!${command}`)}`,
  (command) => `echo ${quoted(`!${command}`)} | ed -s`,
  (command) => `ed -s f <<'E'\na\n.\n!${command}\nE`,
  (command) => `printf '%s\\n' ${quoted(`!${command}`)} q | ed`,
  (command) => `awk ${quoted(`BEGIN{${JSON.stringify(command)} | getline}`)}`,
  (command) => `awk ${quoted(`BEGIN{print 1 | ${JSON.stringify(command)}}`)}`,
  (command) =>
    `awk ${quoted(`BEGIN{print 1 | ${JSON.stringify(command.slice(0, 1))} ${JSON.stringify(command.slice(1))}}`)}`,
  (command) =>
    `awk ${quoted(`BEGIN{c=${JSON.stringify(command.slice(0, 1))};c=c ${JSON.stringify(command.slice(1))};c|getline x}`)}`,
  (command) => `echo ${quoted(`BEGIN{system(${JSON.stringify(command)})}`)} > f; awk -f f`,
  (command) => `perl -e ${quoted(`system pack "H*", "${Buffer.from(command).toString("hex")}"`)}`,
  (command) => `perl -pe ${quoted(`BEGIN{system pack "H*","${Buffer.from(command).toString("hex")}"}`)}`,
  (command) =>
    `perl -e ${quoted(
      `exec join "", ${command
        .split("")
        .map((char) => `chr ${char.charCodeAt(0)}`)
        .join(",")}`
    )}`,
  (command) => `perl -e ${quoted(`open F,pack("H*","${Buffer.from(command).toString("hex")}")."|";print <F>`)}`,
  (command) => `perl -e ${quoted(`print qx{${command}}`)}`,
  (command) => `echo ${quoted(`system pack "H*", "${Buffer.from(command).toString("hex")}"`)} > f; perl f`,
  (command) => `PAGER=${quoted(command)} man ls`,
  (command) => `echo 'exec ${command}' | tclsh`,
  (command) => `printf 'a:\\n\\t%s\\n' ${quoted(command)} > Makefile; make`,
  (command) => `make -f <(printf 'a:\\n\\t%s\\n' ${quoted(command.replaceAll("$", "$$"))})`,
  (command) => `make --eval=${quoted(`a:;${command.replaceAll("$", "$$")}`)}`
]

/** Files that a shell reads before its commands, and the shell that does. */
const starts: ReadonlyArray<Production> = [
  (print) => `HOME=.; export HOME; ${print} > .bash_profile; bash -l -c :`,
  (print) => `export HOME=$PWD; ${print} > .profile; bash -lc :`,
  (print) => `export HOME=.; ${print} > .bashrc; bash -i -c :`,
  (print) => `${print} > .bashrc; HOME=. bash -ic :`,
  (print) => `${print} > .profile; HOME=. prlimit sh -lc :`,
  (print) => `${print} > f; ENV=f; export ENV; sh -i -c :`,
  (print) => `${print} > f; export ENV=f; sh -ic :`,
  (print) => `${print} > f; env ENV=./f sh -i -c :`,
  (print) => `${print} > .bash_login; env HOME=. bash -l < /dev/null`
]

const parted: Production = (command, { of }) =>
  of([
    `x=${quoted(command)}; prlimit $x`,
    `x=${quoted(command)}; linux64 sh -c "$x"`,
    `setarch x86_64 sh -c ${quoted(command)}`,
    `prlimit bash -c ${quoted(command)}`,
    `linux64 env -i bash -c ${quoted(command)}`,
    `find . -maxdepth 0 -exec prlimit sh -c ${quoted(command)} \\;`,
    `prlimit bash <<'E'\n${command}\nE`,
    `prlimit find . -maxdepth 0 -exec sh -c ${quoted(command)} \\;`,
    `linux64 sed ${quoted(`1e${command}`)} <<<a`,
    `echo a | split --filter=${quoted(`sh -c ${quoted(command)}`)}`,
    `echo a | split --filter=${quoted(`eval ${quoted(command)}`)}`,
    `git -c alias.x=${quoted(`!${command}`)} x`,
    "prlimit /bin/r? x",
    "cd /bin; linux64 r? x",
    "linux64 /bin/[r]m x",
    "y=r; prlimit ${y}m x",
    "x=r; y=m; linux64 $x$y x",
    'x=$(printf %s%s r m); prlimit "$x" y',
    "read -r x < <(tr q r <<<qm); prlimit $x y"
  ])

/** The classes of programs that are not known, by name. */
export const launcherProductions: Readonly<Record<string, Production>> = {
  "option of a wrapper": (command, { of }) =>
    of([
      `${of(["env -i", "env -i A=1", "sudo -i", "sudo -u root -i", "exec -a -i", "env -u I"])} ${of(["bash", "sh", "/bin/bash"])} -c ${quoted(command)}`,
      `${of(["env -i", "sudo -i", "nice -n 5 env -i"])} ${of(["bash", "sh"])} <<'E'\n${command}\nE`,
      `env -i ${command}`,
      `xargs ${of(["-I{}", "-I {}", "-i", "-I bash"])} bash -c ${quoted(command)} <<<a`
    ]),
  "shell behind a program": parted,
  "program that is not known": (command, { of }) => `${of(launchers)} ${of(["", of(launchers)])} ${command}`,
  "name built by a pipe": (command, chance) => `${chance.of(printing)(command, chance)} | ${chance.of(readings)}`,
  "value without a blank": (command, chance) => chance.of(values)(command, chance),
  "script of sed": (command, chance) => `echo a | sed ${chance.of(sedScripts)(command, chance)}`,
  "file that was written": (command, chance) =>
    `${chance.of(printing)(command, chance)} ${chance.of(writing)}; ${chance.of(running)}`,
  "file that a shell starts with": (command, chance) => chance.of(starts)(chance.of(printing)(command, chance), chance)
}
