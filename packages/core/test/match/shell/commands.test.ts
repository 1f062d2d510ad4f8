// Rules on shell commands: a command that runs the rule's program is never taken for something else, a few others are.
import { assert, describe, it } from "@effect/vitest"
import { Budget, perCharacter } from "../../../src/match/internal/shell/Budget.ts"
import { longest, meetsCommand } from "../../../src/match/internal/shell/meetsCommand.ts"
import { allOrdinary, ordinaryCommands, ordinaryRuns } from "./ordinaryCommands.ts"

const refined = { besideExpansions: false }
const meets = (content: string, command: string): boolean => meetsCommand(content, command, refined)

/** Commands for which bash runs `rm`, by the part of the syntax that hides it. */
const hidden: Readonly<Record<string, ReadonlyArray<string>>> = {
  "a redirection before the command": [
    "nohup > log rm x",
    "exec >f rm x",
    "timeout 5 > f rm x",
    "<<<hi rm x",
    ">'a>' rm x",
    "3<&-rm x",
    "<&- rm x",
    "{fd}> f rm x",
    "&>f rm x",
    "> >(cat) rm x",
    "ls >& 'f$(r${y}m x)'",
    "x='$(/bin/r? x)'; ls >&\"$x\""
  ],
  "a comment": ["ls # c\\\nrm x", "ls # <<E\nrm x", "# it's\nrm x", "echo a#b <<E\nE\nrm x"],
  "what looks like a document": [
    "echo ${x:-<<E}\nrm x",
    "echo $[1<<2]\nrm x",
    "echo $((1<<2))\nrm x",
    "a[1<<2]=5\nrm x"
  ],
  "the delimiter of a document": [
    'cat <<E"O"F\nEOF\nrm x',
    "cat <<E+F\nE+F\nrm x",
    "cat <<E\\OF\nEOF\nrm x",
    "cat <<~EOF\n~EOF\nrm x",
    "cat <<E\n E\n'\nE\nrm x",
    "cat <<E\na \\\nE\nE\nrm x",
    "cat <<''\n\nrm x",
    "cat <<A <<'B'\n'\nA\n$(\nB\nrm x",
    "cat <<E\n$(rm x)\nE",
    "cat <<E\n\\\\$(rm x)\nE"
  ],
  "an unknown word": [
    'eval "$x"',
    'bash -c "$x"',
    "command $x",
    "env $x",
    "timeout $T rm x",
    "$x y",
    "r$x y",
    "f() { $1 x; }; f rm",
    'set -- rm x; "$@"',
    "~ x",
    '{r"m",x}',
    "/bin/r? x",
    "$'\\x72m' x"
  ],
  "a value of a wrapper": ["timeout .5 rm x", "env -S'rm x'", "flock f -c'rm x'", "taskset 1 rm x", "xargs -I{} rm {}"],
  "a text for the shell": [
    "eval echo hi \\; rm x",
    "bash -c 'rm$IFS-rf$IFS-x'",
    "sh -c '((rm x))'",
    "cat > f <<'E'\n((/bin/r? x))\nE\nsh f",
    "cat > f <<'E'\n#!/bin/sh\n((/bin/r? x))\nE\nchmod +x f; ./f",
    "bash -o errexit -c 'rm x'",
    "trap 'rm x' EXIT",
    "x='a[$(rm x)]'; ((x))",
    "[[ 'a[$(r${y}m x)]' -eq 1 ]]",
    "printf -v 'a[ [1] $(r${y}m x)]' 1",
    "PS4='$(eval $x)'; set -x; ls"
  ],
  "an assignment": ["a=(1 2)-- rm x", "B=${B:-x y} rm x", "a[1 2]=3 rm x", "A='b c' rm x", "A=$(ls) rm x"],
  syntax: [
    "for x do rm x; done",
    "coproc rm x",
    "case a in (a) rm x;; esac",
    "function f { rm x; }; f",
    "ls &&\n# c\nrm x"
  ],
  "a shell that reads": [
    "echo rm x |& bash",
    "echo rm x | env bash",
    "echo rm x | (bash)",
    "bash <(echo rm x)",
    "bash < <(echo rm x)",
    "{ bash; } <<E\nrm x\nE",
    "flock f bash <<<'r\"\"m x'",
    "echo 'rm x' > f; . ./f",
    "echo 'system(\"rm x\")' | perl"
  ],
  "a program that runs it": [
    "/usr/bin/find . -exec rm {} +",
    "find . -exec bash < <(echo 'r\"\"m x') \\;",
    "setpriv rm x",
    "awk 'BEGIN{system(\"rm x\")}'",
    "perl -e 'system(\"rm x\")'",
    "git -c alias.x='!rm x' x",
    "tar --to-command='rm x' -xf a",
    "cp /bin/rm y; ./y x",
    "man -P'rm x' ls",
    "git clone -u 'rm x' a b",
    "git --upload-pack='rm x' fetch",
    "apt-get -o APT::Update::Pre-Invoke::='rm x' update",
    "sort --compress-program=rm a",
    "rg --pre rm a",
    "docker run alpine rm x",
    "npm exec -- rm x",
    "echo 'rm x' | at now",
    'awk \'BEGIN{system("r" "m x")}\'',
    "prlimit rm x"
  ],
  "an option of a wrapper": [
    "rev <<<'x mr' | env -i sh",
    "env -i bash <<'E'\n/bin/r? x\nE",
    "sudo -i bash -c '/bin/r? x'",
    "xargs -i bash -c '/bin/r? x' <<<a",
    "xargs -I% env % x",
    "find . -exec {} \\;"
  ],
  "a letter before the name": ["sed '1erm x'", "sed erm", "tar -cIrm -f f g", "rsync -erm a b:c", "rsync -verm a b:c"],
  "a script of sed": [
    "sed 's/a/r/e' <<<'am x'",
    "sed 's/^/r/;e' <<<'m x'",
    "sed '1e/bin/r? x'",
    "sed -n '/a/,+1 ! { s|a|b|pe\n}'",
    "sed -e p -e '$e/bin/r? x'",
    'sed "$x"',
    "sed -f f",
    "sed 's/[/]/x/e'"
  ],
  "a value of a program that is not known": [
    "split --filter='/bin/r? x'",
    "tar -I '/bin/r? x'",
    "tar -I 'echo $(r\"$y\"m x)'",
    "ed <<<'!/bin/r? x'",
    "printf '%s\\n' '!x' | ed",
    "split --filter=sh",
    "tar --checkpoint-action='exec=${y:-rm} x' -cf f g",
    "split --filter='x=$(printf %s%s r m); prlimit \"$x\" y'",
    "tar -cf f -I'x=$(printf %s%s r m); prlimit \"$x\" y' g",
    "split --filter='eval \"$(rev)\"'",
    "git -c alias.x='!/bin/r? x' x",
    "PAGER='r${y}m' git log"
  ],
  "a program that is not known": [
    "prlimit bash -c 'r${y}m x'",
    "setarch x86_64 sh -c '/bin/r? x'",
    "linux64 /bin/r? x",
    "linux64 /bin/[q-s]m x",
    "find . -exec prlimit sh -c 'r${y}m x' \\;",
    "rev <<<'x mr' | prlimit sh",
    'x=$(printf %s%s r m); prlimit "$x" y',
    "linux64 sed '1e/bin/r? x'",
    "rev <<<'x mr' | linux64",
    "rev <<<'x mr' | unshare",
    "rev <<<'x mr' | sudo -s",
    "rev <<<'x mr' | script -q f"
  ],
  "a file that was written": [
    "printf '%s%s x' r m > f; bash f",
    "echo -n r > f; echo m x >> f; bash f",
    "echo -e '\\x72m x' > f; bash f",
    "tr a r <<<'am x' > f; bash f",
    "tr a r <<<'am x' | tee f; sh f",
    "{ echo r; } > f; . ./f",
    "rev <<<'x mr' > f; chmod +x f; PATH=.:$PATH; f",
    "rev <<<'x mr' > f; chmod +x f; prlimit ./f",
    "rev <<<'x mr' > a; cp a b; mv b c; sh c",
    "rev <<<'x mr' | sort -o f; bash f",
    "rev <<<'x mr' | sed w\\f; bash f",
    "rev <<<'x mr' | sort -ro f; bash f",
    "rev <<<'x mr' | sort -rof; bash f",
    "rev <<<'x mr' | sed -n 'w f'; bash f",
    "base64 -d a > f.py; python3 f.py",
    "cat > f.py <<'E'\nimport os\nos.system('r' + 'm x')\nE\npython3 f.py"
  ],
  "a file that a shell starts with": [
    "HOME=.; export HOME; echo 'r\"\"m x' > .bash_profile; bash -l -c :",
    "export ENV=f; sh -i -c :",
    "rev <<<'x mr' > .profile; bash -lc :",
    "tr a r <<<'am x' > .bashrc; HOME=. bash -ic :"
  ],
  "another language": [
    'perl -pe \'BEGIN{system pack "H*","726d2078"}\'',
    "perl -e 'exec join \"\", chr 114, chr 109'",
    'perl -e \'open F, pack("H*", "726d") . "|"\'',
    'awk \'BEGIN{c="r";c=c "m";c|getline}\'',
    'awk \'BEGIN{print 1 | "r" "m x"}\'',
    'python3 -c "$x"',
    "make -f <(printf 'a:\\n\\t%s\\n' '/bin/r? x')"
  ]
}

describe("a rule on a shell command", () => {
  for (const [kind, commands] of Object.entries(hidden)) {
    it(`lets a hook run where ${kind} hides the command`, () => {
      for (const command of commands) assert.isTrue(meets("rm *", command), command)
    })
  }

  it("excludes commands that only mention the program", () => {
    const mentioning = [
      "git rm x", "docker rm x", "npm rm x", "man rm", "grep -o rm f", "apt-get install rm", "cat rm", "echo rm; ls", "docker run --rm a",
      "git commit -m 'rm x'", "git push -u origin main", "bash -n f && echo rm", "ls rm # rm", "npm run rm:cache", "kubectl get rm"
    ] // prettier-ignore
    for (const command of mentioning) assert.isFalse(meets("rm *", command), command)
  })

  it("excludes programs with values, scripts and files that are no commands", () => {
    const others = [
      "sed -n '10,40p;$=' f", "sed 's/[a-z]*/rm/g;y/a/b/' f", "sed -e '1i\\' -e 'a b' f", "sed -E '/rm/,$d' f", 'sed -n "${FROM},${TO}p" f', "awk '/a|b/ {print $1}' f", "node --test test/*.test.js",
      "cat > t.py <<'E'\nimport os\nE\npytest t.py", "cp .env.example .env && source .env", "npm test > out.log; ./a.sh", "gcc a.c -o a && ./a", 'for f in *.png; do convert "$f" x; done', "python3 x.py > out.log 2>&1",
      "find . -name '*.ts' -exec prettier --write {} +", "ls | xargs -I{} cp {} x", 'jq ".a[0].b" f', "make -j\"$(nproc)\"", 'psql "$URL" -c "select 1"', "echo a > .bashrc; bash -lc ls"
    ] // prettier-ignore
    for (const command of others) assert.isFalse(meets("rm *", command), command)
  })

  it("on scripts with a common start is about each of them", () => {
    for (const command of ["sudo npm run test:unit", "dotenv -- npm run test:unit", "npm --prefix web run test:unit"]) {
      assert.isTrue(meets("npm run test:*", command), command)
    }
  })

  it("on more than a name finds the same commands, and options before the next word", () => {
    const others = [
      "git 'push' x",
      "git -C . push",
      "git ${x} origin",
      "git -c a=b $x",
      "sudo git push",
      "echo git push | sh"
    ]
    for (const command of others) assert.isTrue(meets("git push *", command), command)
    for (const command of ['git log "$x"', 'git commit -m "$(date)"', "git stash", 'git checkout "$B" -- push']) {
      assert.isFalse(meets("git push *", command), command)
    }
  })

  it("on more than a name matches beside expansions, where the dialect says so", () => {
    for (const command of ["echo $HOME", "echo $(date)", "echo `date`", 'git commit -m "$(date)"', "sh -c 'echo $x'"]) {
      assert.isTrue(meetsCommand("git push *", command, { besideExpansions: true }), command)
      assert.isFalse(meetsCommand("git push *", command, refined), command)
    }
    assert.isFalse(meetsCommand("git push *", "echo '$HOME'", { besideExpansions: true }))
    assert.isFalse(meetsCommand("git *", "echo $HOME", { besideExpansions: true }))
  })

  it("is measured by ordinary commands of all kinds", () => {
    assert.isAtLeast(allOrdinary.length, 500)
    assert.strictEqual(new Set(allOrdinary).size, allOrdinary.length)
    const least = { commits: 60, pipes: 60, loops: 60, variables: 60, packageScripts: 40 }
    for (const [kind, count] of Object.entries(least)) {
      assert.isAtLeast(ordinaryCommands[kind]?.length ?? 0, count, kind)
    }
  })

  for (const [content, runs] of Object.entries(ordinaryRuns)) {
    it(`lets a hook run needlessly on at most 1 % of them: ${content}`, () => {
      for (const command of runs) assert.isTrue(meets(content, command), command)
      const needless = allOrdinary.filter((command) => meets(content, command) && !runs.includes(command))
      assert.isAtMost(needless.length, allOrdinary.length / 100, needless.join("\n"))
    })
  }

  it("matches texts that are too long to be read", () => {
    assert.isTrue(meets("rm *", "#".repeat(longest + 1)))
    assert.isFalse(meets("rm *", "#".repeat(longest)))
  })

  const shapes = [
    "{", "(", ")", "[", "$(", "${x:-", "`", "'", '"', "a ", "ls\n", "ls;", "\\\n", "\\", "<<E ", "<<E\n", "cat <<E\nE\n", "$x", "$HOME ", "$((",
    "((", "[[ a ]];", "a[0]", "a[", "a[1]=2 ", "x=(1) ", "env ", "env -a x ", "sudo -u a ", "xargs ", "eval ", "bash -c 'ls' ", "'$(' ", "'[`' ",
    "find . -exec ls \\; ", "if ", "case a in a) ", "f() { ", "| bash", "echo {a,b} ", "A=1 ", ">f ", "# ' \n", "&& ", "\t", "é", "rm", "-a x ",
    "{,", "[^", "*a", "-aaaa? ", "x |", "| awk ", "$x;", "./f > f; ", "cp a f;", "tee f;", "sed p;", "sed 's/[' ", "'eval a;'", "tar -I './f' ", "'\t'", "open "
  ] // prettier-ignore

  it("is compared in time that is linear in the text", () => {
    const spent = (text: string): number => {
      const budget = new Budget(text.length)
      meetsCommand("rm * y", text, refined, budget)
      return budget.spent
    }
    for (const shape of [
      ...shapes,
      ...shapes.map((each) => `env -a ${each}`),
      ...shapes.map((each) => `foo '${each}`)
    ]) {
      for (const length of [1024, 8192]) {
        const count = spent(shape.repeat(length / shape.length))
        assert.isAtMost(count, 2 * perCharacter * (length + 100), JSON.stringify(shape))
      }
    }
  })

  it("of ordinary commands needs a small part of the work that is allowed", () => {
    for (const command of allOrdinary) {
      const budget = new Budget(command.length)
      meetsCommand("rm *", command, refined, budget)
      assert.isBelow(budget.spent, 12 * (command.length + 100), command)
    }
  })
})
