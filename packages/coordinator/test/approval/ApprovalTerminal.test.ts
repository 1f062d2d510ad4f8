// The dialog at a real terminal: a list to choose from, by keys.
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { join } from "node:path"

const fixture = (name: string): string => join(import.meta.dirname, "fixtures", name)

const ask = ["--conditions=@hookline/source", fixture("ask.ts")]

const output = (program: string, args: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] })
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()))
    child.on("error", reject)
    child.on("close", () => resolve(text))
  })

/** What the terminal shows when these keys are typed at the dialog. */
const atTerminal = (keys: string, more: ReadonlyArray<string> = []): Promise<string> =>
  output("python3", ["-S", fixture("terminal.py"), "Go on?", keys, process.execPath, ...ask, ...more])

const down = "\\x1b[B"

describe.concurrent("the terminal", () => {
  it("shows who asks what, in plain text, and denies what is chosen by a key that was meant for something else", async () => {
    const shown = await atTerminal("\\r")
    assert.include(shown, "guard asks about PreToolUse Bash:")
    assert.include(shown, "Run ls?")
    for (const option of ["Allow", "Deny"]) assert.include(shown, option)
    assert.notInclude(shown, "always")
    assert.match(shown, /OUTCOME \{"_tag":"Deny".*it was denied: Run/)
  })

  it("shows tool and input with all that is hidden in them, and nothing of the prompt looks like them", async () => {
    const shown = (await atTerminal("\\r")).replaceAll("\r", "")
    assert.include(
      shown,
      `\n  Input of Bash:\n    {}\nInput of Bash:\n  {\n    "command": "rm -rf ~",\n    "hidden": "\\u{202e}\\u001b[2J\\n"\n  }\n`
    )
  })

  it("shows the name of a tool in one line, so that it can't look like an input", async () => {
    const shown = await atTerminal("\\r", ["30000", "forged"])
    assert.include(shown, "guard asks about PreToolUse Read\\nInput of Read:\\n  {}:")
  })

  // proves: docs/failure-policy.md
  it("shows what a permanent grant covers, where the hook offers it", async () => {
    const shown = await atTerminal("\\r", ["30000", "always"])
    assert.include(shown, `"Allow always" covers Bash with exactly this input, in this session.`)
    for (const option of ["Allow once", "Allow always", "Deny"]) assert.include(shown, option)
  })

  it("grants what is chosen", async () => {
    // From the last, where it stands, one down is the first.
    assert.include(await atTerminal(`${down}\\r`), `OUTCOME {"_tag":"Pass"}`)
  })

  it("has one dialog at a time, also for several sessions, and each ends at its own deadline", async () => {
    const shown = await atTerminal("\\r", ["10000", "two"])
    const [, first = "", second = ""] = shown.split("asks about")
    // The first dialog ends with its answer before the second one is shown.
    assert.match(first, /Go on\?[\s\S]*Go on\?.*Deny/)
    assert.match(second, /Go on\?/)
    assert.match(shown, /OUTCOME .*it was denied[\s\S]*OUTCOME .*no approver answered within 10 s/)
  })

  it("lets no time of a question pass while the dialog of another session is open", async () => {
    // The first is answered after more than the second one's whole time.
    const shown = await atTerminal(`${down}\\r`, ["3000", "two", "long"])
    assert.strictEqual(shown.match(/OUTCOME \{"_tag":"Pass"\}/g)?.length, 2, shown)
  })

  it("shows the scope of a permanent grant with its tool", async () => {
    const shown = await atTerminal("\\r", ["30000", "always", "scoped"])
    assert.include(shown, `"Allow always" covers Bash with the scope rm, in this session.`)
  })

  it("denies where the person leaves", async () => {
    assert.match(await atTerminal("\\x03"), /OUTCOME \{"_tag":"Deny".*left without an answer/)
  })

  it("denies when time is up", async () => {
    assert.match(await atTerminal("", ["1500"]), /OUTCOME \{"_tag":"Deny".*no approver answered within 1.5 s/)
  })

  it("denies where there is none", async () => {
    assert.match(await output(process.execPath, ask), /OUTCOME \{"_tag":"Deny".*there is no terminal to ask at/)
  })
})
