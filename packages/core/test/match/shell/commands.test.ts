// Rules on shell commands: a command that runs the rule's program is never taken for something else, a few others are.
import { assert, describe, it } from "@effect/vitest"
import { Budget, perCharacter } from "../../../src/match/internal/shell/Budget.ts"
import { longest, meetsCommand } from "../../../src/match/internal/shell/meetsCommand.ts"
import { hidden } from "./hiddenCommands.ts"
import { allOrdinary, ordinaryCommands, ordinaryRuns } from "./ordinaryCommands.ts"

const refined = { besideExpansions: false }
const meets = (content: string, command: string): boolean => meetsCommand(content, command, refined)

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
