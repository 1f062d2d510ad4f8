// What the README asks of a reader works in an empty folder: its commands, in order, and its program.
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { read, root } from "../internal/workspace.ts"

const scripts = { name: "app", type: "module" }

/** Runs `use` in a project without hooks, in which the packages are installed, with a home of its own. */
const inProject = (use: (run: (...words: ReadonlyArray<string>) => string, project: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), "readme-"))
  try {
    const [home, project] = [join(folder, "home"), join(folder, "project")]
    for (const made of [home, project]) mkdirSync(made)
    writeFileSync(join(project, "package.json"), JSON.stringify(scripts))
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"), "junction")
    const run = (...words: ReadonlyArray<string>): string => {
      const { status, stderr, stdout } = spawnSync(process.execPath, ["--conditions=@hookline/source", ...words], {
        cwd: project,
        encoding: "utf8",
        env: { PATH: process.env["PATH"] ?? "", HOME: home, NO_COLOR: "1" }
      })
      assert.strictEqual(status, 0, stderr)
      return stdout
    }
    use(run, project)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the README", () => {
  it("has commands and a program that deny in an empty folder", () => {
    inProject((run, project) => {
      const [, block = ""] = /## You write hooks\n\n```sh\n([\s\S]*?)```/.exec(read("README.md")) ?? []
      const calls = Array.from(block.matchAll(/^npx hookline (\w+) ?(.*?) *#/gm), ([, command = "", rest = ""]) => [
        command,
        ...Array.from(rest.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? "")
      ])
      assert.deepStrictEqual(
        calls.map(([command]) => command),
        ["init", "run", "plan", "attach", "attach"]
      )
      const command = join(root, "packages/hookline/bin/hookline.js")
      const printed = calls.map((words) => run(command, ...words))
      assert.match(printed[1] ?? "", /Deny: it does not happen\n {2}Deleting whole folders is for people/)
      assert.include(readFileSync(join(project, ".claude/settings.local.json"), "utf8"), "dispatch --host claude")

      cpSync(join(root, "docs/examples/parts/agent.ts"), join(project, "agent.ts"))
      assert.match(run("agent.ts"), /execution-denied[\s\S]*Deleting whole folders is for people/)
    })
  })

  it("is short", () => {
    assert.isBelow(read("README.md").split("\n").length, 185)
  })
})
