// Which variables a shell that runs already can be told: those that mean to it what they mean to one that is started.
import { assert, describe, it } from "@effect/vitest"
import { canAssign, quote } from "../src/internal/process/shellText.ts"

describe("a shell that waits", () => {
  for (const name of ["CLAUDE_PROJECT_DIR", "FILE_PATH", "_x", "a1", "PATH", "HOME", "LANGUAGE", "BAS"]) {
    it(`is told ${name}`, () => {
      assert.isTrue(canAssign(name))
    })
  }

  const own =
    "IFS PWD OLDPWD PPID UID SHLVL SHELLOPTS BASH_ENV BASHOPTS ENV POSIXLY_CORRECT OPTIND PS4 LINENO RANDOM SECONDS LANG LC_ALL _"
  for (const name of own.split(" ")) {
    it(`is not told ${name}, which is its own, or changes how it reads`, () => {
      assert.isFalse(canAssign(name))
    })
  }

  for (const name of ["", "1a", "a-b", "a b", "a=b", "a;b", "a\nb", "$(a)"]) {
    it(`is not told ${JSON.stringify(name)}, which is no name`, () => {
      assert.isFalse(canAssign(name))
    })
  }

  it("is given texts that hold nothing but themselves", () => {
    assert.strictEqual(quote("it's; $x `y` \\"), "'it'\\''s; $x `y` \\'")
  })
})
