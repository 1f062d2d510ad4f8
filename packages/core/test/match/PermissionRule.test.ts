import { assert, describe, it } from "@effect/vitest"
import * as PermissionRule from "@hookline/core/kit/match/PermissionRule"
import * as Schema from "effect/Schema"

const call = (tool: string, input: Readonly<Record<string, unknown>>, cwd: string | undefined = "/p") => ({
  tool,
  names: [tool],
  input,
  ...(cwd !== undefined && { cwd })
})

const meets = (rule: string, of: PermissionRule.Call): boolean => PermissionRule.meets(PermissionRule.parse(rule), of)
const onCommand = (content: string, command: string): boolean => meets(`Bash(${content})`, call("Bash", { command }))

const commands: ReadonlyArray<readonly [content: string, command: string, runs: boolean]> = [
  ["*", "anything at all", true],
  ["npm test", "npm test", true],
  ["npm test", "npm test --all", false],
  ["git *", "git push", true],
  ["git *", "git", true],
  ["git *", "gitk", false],
  ["git *", "echo git push", false],
  ["git*", "gitk", true],
  ["git:*", "git push origin main", true],
  ["git:*", "gitk", false],
  ["npm run test:*", "npm run test:unit", true],
  ["npm run test:*", "npm run testing", false],
  ["git * main", "git push origin main", true],
  ["git * main", "git push origin topic", false],
  ["git push *", "git pull", false],
  ["* --force", "git push --force", true],
  // every command of a line
  ["rm *", "ls && rm -rf /", true],
  ["rm *", "ls || rm -rf /", true],
  ["rm *", "ls; rm -rf /", true],
  ["rm *", "ls\nrm -rf /", true],
  ["rm *", "ls & rm -rf /", true],
  ["rm *", "ls | rm -rf /", true],
  ["rm *", "(cd x; rm -rf /)", true],
  ["rm *", "echo $(rm -rf /)", true],
  ["rm *", 'echo "$(rm -rf /)"', true],
  ["rm *", "echo `rm -rf /`", true],
  ["rm *", 'echo "`rm -rf /`"', true],
  ["rm *", "diff <(rm -rf /) x", true],
  ["rm *", "if true; then rm -rf /; fi", true],
  ["rm *", "! rm -rf /", true],
  ["rm *", "f() { rm -rf /; }", true],
  ["rm *", "case x in a) rm -rf /;; esac", true],
  ["rm *", "echo '; rm -rf /'", false],
  ["rm *", 'echo "; rm -rf /"', false],
  ["rm *", "echo \\; rm", false],
  ["rm *", "ls 2>&1 >/dev/null", false],
  // what stands before a command's name
  ["git *", "A=1 git push", true],
  ["git *", "A='1 2' B=x git push", true],
  ["git *", "A=$(date) git push", true],
  ["git *", "> log git push", true],
  ["rm *", "sudo rm -rf /", true],
  ["rm *", "sudo -u root rm -rf /", true],
  ["rm *", "timeout 5 nohup rm -rf /", true],
  ["rm *", "env A=1 rm -rf /", true],
  ["rm *", "bash -c 'ls; rm -rf /'", true],
  ["rm *", "bash -c 'ls -l'", false],
  ["rm *", "/bin/rm -rf /", true],
  // the same in other words
  ["git push *", "git   push   origin", true],
  ["git push *", "git 'push' origin", true],
  ["git push *", 'g"i"t pu\\sh origin', true],
  ["git push *", "git \\\n  push origin", true],
  ["git *", "gi\\\nt push", true],
  ["git *", "echo `ls` x", false],
  ["aa*aa", "aaa", false],
  // what only the shell knows
  ["git push *", "git $WHAT origin", true],
  ["git push *", "git $(echo push) origin", true],
  ["git *", "ls $HOME", false],
  ["git *", "$TOOL push", true],
  ["git *", "$(which git) push", true],
  ["git *", "g[i]t push", true],
  ["git push *", "echo '$HOME'", false],
  // what can't be taken apart
  ["git *", "echo 'open", true],
  ["git *", 'echo "open', true],
  ["git *", "echo $(open", true],
  ["git *", "echo $'a\\'b'", false],
  ["git *", "echo $'a\\'b", true],
  ["git *", "ls # it's\ngit push 'x'", true],
  ["git *", "cat <<EOF\nit's\nEOF\ngit push 'x'", true],
  ["git *", "cat <<EOF\nit's\nEOF\nls 'x'", false],
  ["git *", "cat <<EOF\ngit push\nEOF", false],
  ["git *", "sh <<EOF\ngit push\nEOF", true],
  ["git *", "cat <<EOF\n$(git push)\nEOF", true]
]

const paths: ReadonlyArray<readonly [rule: string, tool: string, path: string, runs: boolean]> = [
  ["Edit(src/**)", "Edit", "/p/src/a/b.ts", true],
  ["Edit(src/**)", "Edit", "src/a.ts", true],
  ["Edit(src/**)", "Edit", "./lib/../src/a.ts", true],
  ["Edit(src/**)", "Edit", "/p/lib/src/a.ts", false],
  // outside of the project, where a link may lead into it
  ["Edit(src/**)", "Edit", "/q/src/a.ts", true],
  ["Edit(src/**)", "Edit", "/q/lib/a.ts", false],
  ["Edit(src/**)", "Edit", "/p/src/../lib/a.ts", false],
  ["Edit(./src/**)", "Edit", "/p/src/a.ts", true],
  ["Edit(src/)", "Edit", "/p/src/a.ts", true],
  ["Edit(src/*/x.ts)", "Edit", "/p/src/a/x.ts", true],
  ["Edit(src/*/x.ts)", "Edit", "/p/src/a/b/x.ts", false],
  ["Edit(src/**/x.ts)", "Edit", "/p/src/x.ts", true],
  ["Edit(*.ts)", "Edit", "/p/src/a.ts", true],
  ["Edit(*.ts)", "Edit", "/p/src/a.js", false],
  ["Edit(*.{ts,js})", "Edit", "/p/src/a.js", true],
  ["Edit(//etc/**)", "Edit", "/etc/passwd", true],
  ["Edit(//etc/**)", "Edit", "/p/etc/passwd", false],
  ["Read(~/.ssh/**)", "Read", "/home/me/.ssh/id", true],
  ["Read(/src/**)", "Read", "/p/src/a.ts", true],
  // rules on editing and on reading are for all tools that do
  ["Edit(src/**)", "Write", "/p/src/a.ts", true],
  ["Edit", "NotebookEdit", "/p/a.ipynb", true],
  ["Write(src/**)", "Edit", "/p/src/a.ts", false],
  ["Read(src/**)", "Grep", "/p/src", true],
  ["Read(src/**)", "Edit", "/p/src/a.ts", false]
]

describe("PermissionRule", () => {
  for (const [content, command, runs] of commands) {
    it(`Bash(${content}) ${runs ? "lets a hook run" : "keeps a hook from running"} on \`${command}\``, () => {
      assert.strictEqual(onCommand(content, command), runs)
    })
  }

  for (const [rule, tool, path, runs] of paths) {
    it(`${rule} ${runs ? "lets a hook run" : "keeps a hook from running"} on ${tool} of ${path}`, () => {
      assert.strictEqual(meets(rule, call(tool, { file_path: path })), runs)
    })
  }

  it("of a tool alone is for all of its calls, whatever the case, and for no other tool's", () => {
    for (const rule of ["Bash", "bash", "Ba*", "*", "Bash()", "Bash(*)"]) {
      assert.isTrue(meets(rule, call("Bash", {})), rule)
    }
    for (const rule of ["Read", "Bas", "mcp__*"]) assert.isFalse(meets(rule, call("Bash", { command: "x" })), rule)
  })

  it("of an MCP server is for all of its tools", () => {
    const names = ["mcp__memory", "mcp__memory__*", "mcp__memory__read"]
    for (const rule of names) assert.isTrue(meets(rule, call("mcp__memory__read", {})), rule)
    assert.isFalse(meets("mcp__mem", call("mcp__memory__read", {})))
  })

  it("of a domain is for its pages and those below", () => {
    const onUrl = (url: unknown) => meets("WebFetch(domain:example.com)", call("WebFetch", { url }))
    for (const url of ["https://example.com/a", "https://docs.example.com", "example.com/a", "not a url", 1]) {
      assert.isTrue(onUrl(url), String(url))
    }
    for (const url of ["https://example.org", "https://badexample.com"]) assert.isFalse(onUrl(url), url)
  })

  it("of an agent is for that agent", () => {
    assert.isTrue(meets("Agent(Explore)", { ...call("Task", { subagent_type: "Explore" }), names: ["Task", "Agent"] }))
    assert.isFalse(meets("Task(Explore)", call("Task", { subagent_type: "Plan" })))
  })

  it("lets a hook run on commands that may start another in ways that are not followed", () => {
    const commands = [
      "echo $((1<<2))\nrm x\n2",
      "((1<<EOF))\nrm x\nEOF",
      "time -p rm x",
      "coproc rm x",
      "function f { rm x; }; f",
      "&>f rm x",
      ">& f rm x",
      '$"rm" x',
      "echo 'rm x' | sh",
      "echo 'rm x' | sudo /bin/bash",
      "source <(echo rm x)",
      "find . -exec rm {} \\;",
      "trap 'rm x' EXIT",
      "su -c 'rm x'",
      "{rm,} x"
    ]
    for (const command of commands) assert.isTrue(meets("Bash(rm *)", call("Bash", { command })), command)
    for (const command of ["ls 2>&1", "echo a >&2", "git status | head", "npm test"]) {
      assert.isFalse(meets("Bash(rm *)", call("Bash", { command })), command)
    }
  })

  it("lets a hook run on searches, which read more than they name", () => {
    assert.isTrue(meets("Read(secrets/**)", call("Grep", { pattern: "x", path: "/" })))
    assert.isTrue(meets("Read(secrets/**)", call("Grep", { pattern: "x" })))
    assert.isTrue(meets("Read(secrets/**)", call("Glob", { pattern: "secrets/*" })))
  })

  it("lets a hook run on paths where its own is not understood whole", () => {
    assert.isTrue(meets("Edit(src/{a,b/c}.ts)", call("Edit", { file_path: "/p/src/b/c.ts" })))
    assert.isTrue(meets("Edit(../x/**)", call("Edit", { file_path: "/x/a" })))
  })

  it("knows a host however it is written", () => {
    assert.isTrue(meets("WebFetch(domain:evil.com)", call("WebFetch", { url: "https://evil.com./" })))
    assert.isTrue(meets("WebFetch(domain:münchen.de)", call("WebFetch", { url: "https://münchen.de/" })))
    assert.isFalse(meets("WebFetch(domain:evil.com)", call("WebFetch", { url: "https://good.com/" })))
  })

  it("looks at every path of a call", () => {
    assert.isTrue(meets("Edit(src/**)", call("Edit", { file_path: "/p/lib/a.ts", path: "/p/src/a.ts" })))
    assert.isTrue(meets("Read(src/**)", call("Read", {})))
  })

  // proves: docs/failure-policy.md
  it("on a path begins at the project after the agent has changed its folder", () => {
    const inSub = (project: string, path: string) => ({ ...call("Edit", { file_path: path }, "/p/sub"), project })
    assert.isTrue(meets("Edit(src/**)", inSub("/p", "/p/src/a.ts")))
    assert.isTrue(meets("Edit(src/**)", inSub("/p", "../src/a.ts")))
    assert.isTrue(meets("Edit(src/**)", inSub("/p", "/p/sub/src/a.ts")))
    assert.isFalse(meets("Edit(src/**)", inSub("/p", "/p/lib/src/a.ts")))
    assert.isFalse(meets("Edit(src/**)", inSub("/p", "/q/lib/a.ts")))
    // Outside of the project, the agent may have another name for it.
    assert.isTrue(meets("Edit(src/**)", inSub("/private/p", "/p/src/a.ts")))
    assert.isTrue(meets("Edit(src/**)", { ...call("Edit", { file_path: "src/a.ts" }), project: "/p" }))
  })

  const names = ["ä", "Ä", "é/ü", "한글", "ñ.ts", "Å", "ﬁ", "ệ"]

  it("on a path takes composed and decomposed names for one", () => {
    for (const name of names) {
      for (const [written, read] of [
        [name.normalize("NFC"), name.normalize("NFD")],
        [name.normalize("NFD"), name.normalize("NFC")]
      ] as const) {
        assert.isTrue(meets(`Edit(${written})`, call("Edit", { file_path: `/p/${read}` })), name)
        assert.isTrue(meets(`Edit(${written}/**)`, call("Edit", { file_path: `/p/${read}/a` })), name)
        assert.isTrue(meets("Edit(src/**)", call("Edit", { file_path: `/${read}/src/a` }, `/${written}`)), name)
      }
    }
    assert.isFalse(meets("Edit(ä)", call("Edit", { file_path: "/p/a" })))
  })

  it("lets hooks run where the folder of the agent is not known", () => {
    assert.isTrue(meets("Edit(src/**)", { tool: "Edit", names: ["Edit"], input: { file_path: "/p/src/a.ts" } }))
    assert.isTrue(meets("Edit(src/**)", { tool: "Edit", names: ["Edit"], input: { file_path: "src/a.ts" } }))
  })

  it("lets hooks run on a relative path without the agent's folder, which may be any folder of the project", () => {
    const unknown = (rule: string, path: string) =>
      meets(rule, { tool: "Edit", names: ["Edit"], input: { file_path: path }, project: "/p" })
    assert.isTrue(unknown("Edit(src/**)", "a.ts"))
    assert.isTrue(unknown("Edit(src/**)", "../src/a.ts"))
    assert.isFalse(unknown("Edit(src/**)", "/p/lib/a.ts"))
    assert.isFalse(unknown("Edit(*.ts)", "a.js"))
  })

  it("lets a hook run on an input that is not what the tool's should be", () => {
    for (const input of [{}, { command: 1 }, { command: ["git"] }]) {
      assert.isTrue(meets("Bash(git *)", call("Bash", input)))
    }
  })

  it("that is none is unclear, and lets its hook run", () => {
    for (const text of ["", "Bash(git *", "Bash(git *) || Bash(npm *)", "Bash|Edit", "tool == 'Bash'", "Bash(a)b)"]) {
      const rule = PermissionRule.parse(text)
      assert.strictEqual(rule._tag, "Unclear", text)
      assert.isFalse(PermissionRule.isValid(rule, "Bash"))
      assert.isTrue(meets(text, call("Bash", { command: "ls" })))
    }
  })

  it("on the input of a tool that we know nothing of is unclear, and lets its hook run", () => {
    for (const tool of ["mcp__a__b", "constructor", "__proto__", "TodoWrite"]) {
      assert.isFalse(PermissionRule.isValid(PermissionRule.parse(`${tool}(x)`), tool))
      assert.isTrue(meets(`${tool}(x)`, call(tool, { x: 1 })), tool)
    }
    assert.isTrue(PermissionRule.isValid(PermissionRule.parse("Bash(x)"), "Bash"))
    assert.isTrue(PermissionRule.isValid(PermissionRule.parse("TodoWrite"), "TodoWrite"))
  })

  const shellText = Schema.Array(
    Schema.Literals(["git push", "'", '"', "`", "$(", ")", "(", "\\", "&&", ";", "\n", " ", "#", "<<EOF", "$X", "x"])
  )

  it.prop("on a command of its own runs, whatever stands before it", [shellText], (parts) => {
    // Behind a line that is whole, a command is a command: only what is open may have swallowed it.
    const before = parts.join("")
    const isQuoting = /['"`\\#<]|\$\(|\(/.test(before)
    if (!isQuoting) assert.isTrue(onCommand("git *", `${before}\ngit push`), before)
    assert.isBoolean(onCommand("git *", before))
  })

  it("takes no longer for a long command or a rule of many stars", () => {
    const rule = `${"*a".repeat(50)}*b`
    assert.isFalse(onCommand(rule, "a".repeat(50_000)))
    assert.isFalse(meets(`Edit(${"**/a/".repeat(20)}b)`, call("Edit", { file_path: "/a".repeat(500) })))
  })
})
