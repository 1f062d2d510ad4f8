// Seals on the disk: whatever changes what a hook runs shows, and what it writes itself does not.
import * as Seal from "@hookline/core/kit/trust/seal"
import { stillStands } from "@hookline/core/kit/trust/sights"
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { files } from "../../src/node/SealFilesNode.ts"
import * as SealedProject from "./sealedProject.ts"

const python = "python3 .x/hooks/guard.py"
const shell = ".x/hooks/guard.sh"
const plugin = 'node "$TIDY/hooks/run.js"'

const inProject = (use: (project: SealedProject.SealedProject) => void): void => {
  const project = SealedProject.make()
  try {
    use(project)
  } finally {
    project.remove()
  }
}

/** Something that happens to the files of a hook. */
interface Fault {
  readonly command: string
  readonly happens: (project: SealedProject.SealedProject) => void
  /** The files that are reported. */
  readonly shows: ReadonlyArray<string>
  /** False if the change is not in a file that the closure names, so that watchers have to find it. */
  readonly isNamed?: boolean
}

const rewrite = (file: string, from: string, to: string): void =>
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(from, to))

const faults: Readonly<Record<string, Fault>> = {
  "an edit of the same size within a tick of the clock": {
    command: python,
    happens: ({ at }) => rewrite(at(".x/hooks/guard.py"), "else 2", "else 0"),
    shows: [".x/hooks/guard.py"]
  },
  "an edit after which the time is set back": {
    command: python,
    happens: ({ at }) => {
      const file = at(".x/hooks/guard.py")
      // To the nanosecond, which no call of Node does.
      execFileSync("touch", ["-r", file, at("time")])
      rewrite(file, "else 2", "else 0")
      execFileSync("touch", ["-r", at("time"), file])
    },
    shows: [".x/hooks/guard.py"]
  },
  "a file that is renamed over it": {
    command: shell,
    happens: ({ at, write }) => {
      write("other", "exit 0\n", 0o755)
      fs.renameSync(at("other"), at(".x/hooks/guard.sh"))
    },
    shows: [".x/hooks/guard.sh"]
  },
  "an edit through a hard link": {
    command: shell,
    happens: ({ at }) => {
      fs.linkSync(at(".x/hooks/lib.sh"), at("elsewhere"))
      fs.writeFileSync(at("elsewhere"), "check() { :; }\n")
    },
    shows: [".x/hooks/lib.sh"]
  },
  "a link in place of the file, to another one": {
    command: shell,
    happens: ({ at, write }) => {
      write("other.sh", "exit 0\n", 0o755)
      fs.rmSync(at(".x/hooks/guard.sh"))
      fs.symlinkSync("../../other.sh", at(".x/hooks/guard.sh"))
    },
    shows: [".x/hooks/guard.sh", "other.sh", ".x/hooks/lib.sh"]
  },
  "a link in place of the file, to a copy of it": {
    command: shell,
    happens: ({ at }) => {
      fs.renameSync(at(".x/hooks/guard.sh"), at("copy.sh"))
      fs.symlinkSync("../../copy.sh", at(".x/hooks/guard.sh"))
    },
    shows: [".x/hooks/guard.sh", "copy.sh", ".x/hooks/lib.sh"]
  },
  "a link in place of the folder": {
    command: shell,
    happens: ({ at }) => {
      fs.renameSync(at(".x/hooks"), at("moved"))
      fs.symlinkSync("../moved", at(".x/hooks"))
    },
    shows: [".x/hooks/guard.sh"],
    // The files are the same ones, so that no run differs.
    isNamed: false
  },
  "another run bit": {
    command: shell,
    happens: ({ at }) => fs.chmodSync(at(".x/hooks/lib.sh"), 0o644),
    shows: [".x/hooks/lib.sh"]
  },
  "another end of lines": {
    command: python,
    happens: ({ at }) => rewrite(at(".x/hooks/rules/check.py"), "\n", "\r\n"),
    shows: [".x/hooks/rules/check.py"]
  },
  "bytes that are no text": {
    command: python,
    happens: ({ at }) => fs.writeFileSync(at(".x/hooks/rules.json"), Buffer.from([0xff, 0xfe])),
    shows: [".x/hooks/rules.json"]
  },
  "a module that is found first": {
    command: python,
    happens: ({ write }) => write(".x/hooks/json.py", "loads = lambda text: {'deny': []}\n"),
    shows: [".x/hooks/json.py"]
  },
  "a package that is found first": {
    command: python,
    happens: ({ write }) => write(".x/hooks/json/__init__.py", ""),
    shows: [".x/hooks/json/__init__.py"]
  },
  "a module that is found first, beside other files of the project": {
    command: "python3 top.py",
    happens: ({ write }) => write("json.py", ""),
    shows: ["json.py"]
  },
  "an edit of what an import names, beside other files of the project": {
    command: "python3 top.py",
    happens: ({ write }) => write("helpers.py", "x = 1\n"),
    shows: ["helpers.py"]
  },
  "another kind of modules by the nearest package.json": {
    command: "node lib/start.js",
    happens: ({ write }) => write("package.json", '{ "type": "module", "scripts": { "x": "y" } }'),
    shows: ["package.json (type, imports)"]
  },
  "a package.json that appears nearer": {
    command: "node lib/start.js",
    happens: ({ write }) => write("lib/package.json", '{ "type": "module" }'),
    shows: ["lib/package.json (type, imports)"]
  },
  "another file by the imports of the nearest package.json": {
    command: "node lib/start.mjs",
    happens: ({ write }) => write("package.json", '{ "imports": { "#rules": "./other.mjs" } }'),
    shows: ["package.json (type, imports)"]
  },
  "an edit of what the imports of a package.json name": {
    command: "node lib/start.mjs",
    happens: ({ write }) => write("lib/rules/more.mjs", "export const x = 2\n"),
    shows: ["lib/rules/more.mjs"]
  },
  "a program that is found first by a script that the command runs": {
    command: 'export PATH="$ROOT/tools:$PATH"; sh lib/greps.sh',
    happens: ({ write }) => write("tools/grep", "#!/bin/sh\n", 0o755),
    shows: ["tools/grep"]
  },
  "a program that is found first, by a variable of a file that the script reads": {
    command: "sh lib/late.sh",
    happens: ({ write }) => write("tools/grep", "#!/bin/sh\n", 0o755),
    shows: ["tools/grep"]
  },
  "a file that is gone": {
    command: python,
    happens: ({ at }) => fs.rmSync(at(".x/hooks/rules/check.py")),
    shows: [".x/hooks/rules/check.py"]
  },
  "a pipe in place of the file": {
    command: shell,
    happens: ({ at }) => {
      fs.rmSync(at(".x/hooks/lib.sh"))
      execFileSync("mkfifo", [at(".x/hooks/lib.sh")])
    },
    shows: [".x/hooks/lib.sh"]
  },
  "rules of a plugin that change": {
    command: plugin,
    happens: ({ write }) => write(".x/plugins/tidy/lib/rules.json", "[]"),
    shows: [".x/plugins/tidy/lib/rules.json"]
  },
  "a text of a plugin that changes": {
    command: plugin,
    happens: ({ write }) => write(".x/plugins/tidy/README.md", "Untidy.\n"),
    shows: [".x/plugins/tidy/README.md"],
    isNamed: false
  },
  "a package in a plugin that is found first": {
    command: plugin,
    happens: ({ write }) => write(".x/plugins/tidy/node_modules/x/index.js", ""),
    shows: [".x/plugins/tidy/node_modules/x/index.js"],
    isNamed: false
  },
  "a package in the project that is found first": {
    command: plugin,
    happens: ({ write }) => write(".x/plugins/tidy/hooks/node_modules/left-pad/package.json", "{}"),
    shows: [".x/plugins/tidy/hooks/node_modules/left-pad/package.json"]
  },
  "a module by its exact name, before the one with an extension": {
    command: plugin,
    happens: ({ write }) => write(".x/plugins/tidy/lib/rules", "exports.rules = {}\n"),
    shows: [".x/plugins/tidy/lib/rules"]
  },
  "a name that differs in its letters' case": {
    command: python,
    happens: ({ write }) => write(".x/hooks/JSON.py", ""),
    shows: [".x/hooks/JSON.py"],
    isNamed: false
  },
  "a name in other characters that looks the same": {
    command: plugin,
    happens: ({ write }) => {
      write(".x/plugins/tidy/lib/é.js".normalize("NFD"), "")
      write(".x/plugins/tidy/lib/é.js".normalize("NFC"), "")
    },
    shows: [".x/plugins/tidy/lib/é.js".normalize("NFC"), ".x/plugins/tidy/lib/é.js".normalize("NFD")],
    isNamed: false
  },
  "a file with a run bit": {
    command: plugin,
    happens: ({ write }) => write(".x/plugins/tidy/tool", "", 0o755),
    shows: [".x/plugins/tidy/tool"],
    isNamed: false
  },
  "a link that appears": {
    command: plugin,
    happens: ({ at }) => fs.symlinkSync("/etc/passwd", at(".x/plugins/tidy/notes")),
    shows: [".x/plugins/tidy/notes"],
    isNamed: false
  }
}

/** Hooks of which the seal can't know all that they load, with the words that it names. */
const uncovered: ReadonlyArray<readonly [command: string, files: Readonly<Record<string, string>>, words: string]> = [
  ["ruby lib/x.rb", { "lib/x.rb": "require './lib/y'\n" }, "x.rb"],
  ["lib/x.rb", { "lib/x.rb": "#!/usr/bin/env ruby\nrequire './lib/y'\n" }, "x.rb"],
  ["php lib/x.php", { "lib/x.php": "<?php include 'y.php';\n" }, "x.php"],
  ["lib/x", { "lib/x": "#!/usr/bin/env lua\nrequire 'y'\n" }, "x"],
  ["lib/x", { "lib/x": "\u007fELF\0" }, "x"],
  ["java -cp lib Main", {}, "java -cp lib Main"],
  ["gawk -i helper 'BEGIN {}'", {}, "helper"],
  ["awk -f lib/x.awk", { "lib/x.awk": '@include "y"\n' }, '@include "y"'],
  ["jq -L lib 'include \"y\"; .'", {}, 'include "y"; .'],
  ["m4 lib/x.m4", { "lib/x.m4": "include(y)\n" }, "m4"],
  ["sqlite3 x.db < lib/x.sql", { "lib/x.sql": ".shell true\n" }, "sqlite3 x.db"],
  ["curl -K lib/x.conf", { "lib/x.conf": "" }, "curl -K lib/x.conf"],
  ["bun run lib/x.ts", { "bunfig.toml": 'preload = ["./y.ts"]\n', "lib/x.ts": "" }, "bunfig.toml of bun"],
  ["pwsh -c '. ./lib/y.ps1'", {}, "pwsh -c . ./lib/y.ps1"],
  ["python3 lib/x.py", { "lib/x.py": "import requests_of_someone\n" }, "the package requests_of_someone"],
  ["python3 lib/x.py", { "lib/x.py": 'x = """unclosed\n' }, "x.py"],
  ["node lib/x.js", { "lib/x.js": `${"//".padEnd(600_000, "x")}\nrequire(y)\n` }, "x.js beyond its first 512 KiB"]
]

const shownBy = ({ appeared, changed, gone }: Seal.Differences): ReadonlyArray<string> => [
  ...changed,
  ...appeared,
  ...gone
]

describe("a seal", () => {
  for (const [name, { command, happens, isNamed = true, shows }] of Object.entries(faults)) {
    it(`finds ${name}`, () =>
      inProject((project) => {
        const before = project.seal(command)
        assert.isTrue(Seal.isSame(Seal.differences(before.seal, project.seal(command, { before: before.seal }).seal)))
        assert.isTrue(stillStands(SealedProject.settled(before), files))
        happens(project)
        const after = project.seal(command)
        const differences = Seal.differences(before.seal, after.seal)
        const compared = project.seal(command, { before: before.seal }).seal
        assert.deepStrictEqual(shownBy(Seal.differences(before.seal, compared)), shownBy(differences))
        assert.isFalse(Seal.isSame(differences))
        assert.includeMembers([...shownBy(differences)], shows.slice(0, 1), JSON.stringify(differences))
        assert.notStrictEqual(after.seal.digest, before.seal.digest)
        if (isNamed) assert.isFalse(stillStands(SealedProject.settled(before), files))
      }))
  }

  it("reports no other file than those that changed", () =>
    inProject((project) => {
      for (const command of [python, shell, plugin]) {
        const before = project.seal(command).seal
        const name = Object.keys(before.files)[0] ?? ""
        fs.appendFileSync(project.at(name), "\n")
        assert.deepStrictEqual(shownBy(Seal.differences(before, project.seal(command).seal)), [name])
      }
    }))

  it("is not settled where a file had just changed", () =>
    inProject(({ seal }) => assert.isFalse(stillStands(seal(python).sights, files))))

  it("is bound to content and place, and to no name, index or position", () =>
    inProject(({ seal }) => {
      const source = { dialect: "any", scope: "project" as const, file: "/x", folder: "/x", at: ["hooks", 3] }
      const { entry } = seal(python).seal
      const same = seal(python, { hook: { id: "other", name: "other", group: { index: 7, parallel: true }, source } })
      assert.strictEqual(same.seal.entry, entry)
      for (const hook of [
        { event: "Stop" },
        { matcher: "Bash" },
        { if: "Bash(ls)" },
        { written: { command: python, x: 1 } }
      ])
        assert.notStrictEqual(seal(python, { hook }).seal.entry, entry)
      const written = seal(python, { hook: { written: { a: 1, b: { c: [1], d: 2 } } } }).seal.entry
      assert.strictEqual(seal(python, { hook: { written: { b: { d: 2, c: [1] }, a: 1 } } }).seal.entry, written)
    }))

  it("is another one in another place, and covers files that a link of the project leads to", () =>
    inProject((one) =>
      inProject((other) => {
        assert.isTrue(Seal.differences(one.seal(python).seal, other.seal(python).seal).entry)
        fs.symlinkSync(other.at(".x/hooks/lib.sh"), one.at(".x/hooks/linked.sh"))
        const { files: sealed } = one.seal("sh .x/hooks/linked.sh").seal
        assert.property(sealed, other.at(".x/hooks/lib.sh"))
        assert.strictEqual(sealed[".x/hooks/linked.sh"]?.link, other.at(".x/hooks/lib.sh"))
      })
    ))

  it("keeps to the named files of a folder with more than 1,000", () =>
    inProject((project) => {
      for (let at = 0; at < 1001; at++) project.write(`.x/hooks/many/${at}.txt`, "")
      const { files: sealed, partly } = project.seal(python).seal
      assert.deepStrictEqual(partly, [".x/hooks"])
      assert.includeMembers(Object.keys(sealed), [
        ".x/hooks/guard.py",
        ".x/hooks/rules/check.py",
        ".x/hooks/rules.json"
      ])
      assert.isBelow(Object.keys(sealed).length, 10)
    }))

  it("does not wait for pipes and devices, and reads no link to them", () =>
    inProject((project) => {
      execFileSync("mkfifo", [project.at(".x/plugins/tidy/pipe")])
      fs.symlinkSync("/dev/zero", project.at(".x/plugins/tidy/zero"))
      fs.symlinkSync(".", project.at(".x/plugins/tidy/self"))
      fs.symlinkSync("nowhere", project.at(".x/plugins/tidy/none"))
      const sealed = project.seal(plugin).seal.files
      for (const name of ["pipe", "zero", "self", "none"])
        assert.strictEqual(sealed[`.x/plugins/tidy/${name}`]?.mode, "odd", name)
      const before = project.seal("sh .x/plugins/tidy/pipe").seal
      assert.strictEqual(before.files[".x/plugins/tidy/pipe"]?.mode, "odd")
    }))

  it("covers interpreters of the project, and leaves those of the machine", () =>
    inProject((project) => {
      fs.mkdirSync(project.at("venv/bin"), { recursive: true })
      fs.symlinkSync("/bin/sh", project.at("venv/bin/python"))
      project.write("node_modules/.bin/tool", "#!/usr/bin/env node\n", 0o755)
      assert.strictEqual(project.seal("venv/bin/python top.py").seal.files["venv/bin/python"]?.mode, "machine")
      const { beyond, files: sealed, profile } = project.seal("node_modules/.bin/tool").seal
      assert.property(sealed, "node_modules/.bin/tool")
      assert.lengthOf(beyond, 1)
      assert.strictEqual(profile, "open")
      const found = project.seal("tool x", { searched: ["/usr/bin", project.at("node_modules/.bin")] }).seal
      assert.property(found.files, "node_modules/.bin/tool")
      const before = project.seal("python3 top.py", { searched: [project.at("bin")] }).seal
      project.write("bin/python3", "", 0o755)
      const after = project.seal("python3 top.py", { searched: [project.at("bin")] }).seal
      assert.deepStrictEqual(Seal.differences(before, after).appeared, ["bin/python3"])
    }))

  it("proposes the profile that all texts prove", () =>
    inProject(({ seal, write }) => {
      assert.strictEqual(seal(python).seal.profile, "guard")
      assert.strictEqual(seal(shell).seal.profile, "guard")
      write(".x/hooks/rules/check.py", "import urllib.request\n")
      assert.strictEqual(seal(python).seal.profile, "net")
      write(".x/hooks/lib.sh", "npx prettier\n")
      assert.strictEqual(seal(shell).seal.profile, "open")
      assert.deepStrictEqual(seal(shell).seal.beyond, ["npx prettier"])
    }))

  for (const [command, added, words] of uncovered)
    it(`names what is not covered of ${command}: ${words}, and proves no narrow profile`, () =>
      inProject(({ seal, write }) => {
        for (const [name, text] of Object.entries(added)) write(name, text, 0o755)
        const { beyond, profile, unknown } = seal(command).seal
        assert.include([...beyond, ...unknown], words)
        assert.strictEqual(profile, "open")
      }))

  it("is unchanged by other parts of a package.json", () =>
    inProject(({ seal, write }) => {
      const before = seal("node lib/start.js").seal
      write(
        "package.json",
        '{ "type": "commonjs", "scripts": { "test": "x" }, "imports": { "#rules": "./lib/rules.mjs" } }'
      )
      assert.isTrue(Seal.isSame(Seal.differences(before, seal("node lib/start.js").seal)))
      assert.strictEqual(before.profile, "guard")
    }))

  it("covers functions and modules", () =>
    inProject(({ seal, write }) => {
      write(".x/check.py", "from helpers_of import x\n")
      write(".x/helpers_of.py", "x = 1\n")
      write(".x/f.mjs", `import "./g.mjs"\n`)
      write(".x/g.mjs", "")
      const at = (handler: SealedProject.Options["handler"]) =>
        Object.keys(seal("", { ...(handler && { handler }) }).seal.files)
      assert.includeMembers(at({ _tag: "Python", function: "check.main" }), [".x/check.py", ".x/helpers_of.py"])
      assert.includeMembers(at({ _tag: "Module", path: "f.mjs" }), [".x/f.mjs", ".x/g.mjs"])
    }))
})

describe("a plugin that writes files of its own", () => {
  const state = [
    ".x/plugins/tidy/log.txt",
    ".x/plugins/tidy/count",
    ".x/plugins/tidy/data.sqlite",
    ".x/plugins/tidy/logs/"
  ]

  /** Leaves what a run of a Python hook with a log, a database and a counter leaves. */
  const run = ({ at, write }: SealedProject.SealedProject, count: number): void => {
    write(".x/plugins/tidy/lib/__pycache__/x.cpython-312.pyc", `${count}`)
    write(".x/plugins/tidy/count", `${count}`)
    write(`.x/plugins/tidy/logs/${count}.txt`, "ran\n")
    write(".x/plugins/tidy/data.sqlite", `${count}`)
    fs.appendFileSync(at(".x/plugins/tidy/log.txt"), "ran\n")
  }

  it("is unchanged after 100 runs, as far as its files are new or were said to be its state", () =>
    inProject((project) => {
      const before = project.seal(plugin).seal
      for (let count = 0; count < 100; count++) run(project, count)
      const differences = Seal.differences(before, project.seal(plugin).seal)
      assert.isTrue(Seal.isSame(differences))
      assert.include(differences.harmless, ".x/plugins/tidy/log.txt")
      const trusted = project.seal(plugin, { state }).seal
      for (let count = 0; count < 100; count++) run(project, count + 100)
      assert.isTrue(Seal.isSame(Seal.differences(trusted, project.seal(plugin, { state }).seal)))
      // What is no state by the user's word is content, whoever writes it.
      const content = project.seal(plugin).seal
      run(project, 1000)
      assert.isFalse(Seal.isSame(Seal.differences(content, project.seal(plugin).seal)))
    }))

  it("is unchanged by however many files, which are not read to be compared", () =>
    inProject((project) => {
      const before = project.seal(python).seal
      for (let at = 0; at < 1500; at++) project.write(`.x/hooks/logs/${at}.txt`, "ran\n")
      const now = project.seal(python, { before })
      const differences = Seal.differences(before, now.seal)
      assert.isTrue(Seal.isSame(differences))
      assert.lengthOf(differences.harmless, 1500)
      project.write(".x/hooks/logs/json.py", "")
      assert.isFalse(Seal.isSame(Seal.differences(before, project.seal(python, { before }).seal)))
    }))

  it("is compared as it was sealed, where it had too many files", () =>
    inProject((project) => {
      for (let at = 0; at < 1001; at++) project.write(`.x/hooks/many/${at}.txt`, "")
      const before = project.seal(python).seal
      assert.isTrue(Seal.isSame(Seal.differences(before, project.seal(python, { before }).seal)))
      for (const name of ["many/1.txt", "other.py"]) project.write(`.x/hooks/${name}`, "x")
      assert.isTrue(Seal.isSame(Seal.differences(before, project.seal(python, { before }).seal)))
      project.write(".x/hooks/rules.json", "{}")
      assert.isFalse(Seal.isSame(Seal.differences(before, project.seal(python, { before }).seal)))
    }))

  it("is changed by what could run in a folder of its state", () =>
    inProject((project) => {
      const before = project.seal(plugin, { state }).seal
      project.write(".x/plugins/tidy/logs/json.py", "")
      const after = project.seal(plugin, { state }).seal
      assert.deepStrictEqual(Seal.differences(before, after).appeared, [".x/plugins/tidy/logs/json.py"])
    }))

  it("has no state in what its command names", () =>
    inProject((project) => {
      const options = { state: [".x/plugins/tidy/"] }
      const before = project.seal(plugin, options).seal
      fs.appendFileSync(path.join(project.root, ".x/plugins/tidy/hooks/run.js"), "//\n")
      assert.deepStrictEqual(Seal.differences(before, project.seal(plugin, options).seal).changed, [
        ".x/plugins/tidy/hooks/run.js"
      ])
    }))
})
