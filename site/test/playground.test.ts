// The playground as a user works with it.
import type { Page } from "playwright-core"
import { afterAll, assert, describe, inject, it } from "vitest"
import type { Question } from "../playground/engine/Question.ts"
import { addressOf, ask, questionIn, settled } from "./internal/asking.ts"
import { Pages } from "./internal/pages.ts"
import { brokenFile, claudeFile } from "./internal/questions.ts"

const pages = new Pages()

afterAll(() => pages.close())

const question: Question = {
  path: ".claude/settings.json",
  text: claudeFile,
  host: "claude",
  event: "PreToolUse",
  tool: "Bash",
  input: `{"command": "git push --force"}`,
  usual: "pass",
  replies: {}
}

const answerOf = async (page: Page): Promise<string> =>
  (await page.locator(`#playground-answer [data-output="Standard output"]`).textContent()) ?? ""

describe("the playground", () => {
  it("begins with a sample whose guard denies, and answers in each agent's words", () =>
    pages.use("playground.html", async (page) => {
      const { payload } = await settled(page)
      assert.match(payload, /"tool_name": "run_shell_command"/)
      assert.deepStrictEqual(JSON.parse(await answerOf(page)), { decision: "deny", reason: "Not in this project." })
      await page.locator("#playground-host").selectOption("Claude Code")
      await page.getByText("permissionDecisionReason").waitFor()
      const { hookSpecificOutput } = JSON.parse(await answerOf(page)) as { readonly hookSpecificOutput: unknown }
      assert.deepStrictEqual(hookSpecificOutput, {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "Not in this project."
      })
    }))

  it("shows the plan, and why each other hook does not run", () =>
    pages.use(addressOf(question), async (page) => {
      const { findings, others, runs } = await settled(page)
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(
        runs.map(({ text }) => text),
        ["sh guard.sh", "sh pushes.sh"]
      )
      assert.deepStrictEqual(
        others.map(({ status, text }) => [text, status]),
        [
          ["sh secrets.sh", "Its matcher Edit|Write does not match Bash."],
          ["sh closed.sh", "Its matcher mcp__.* does not match Bash."],
          ["sh after.sh", "It is for PostToolUse."],
          ["sh prompt.sh", "It is for UserPromptSubmit."],
          ["sh stop.sh", "It is for Stop."]
        ]
      )
      await page.getByLabel("Input of the tool").fill(`{"command": "git status"}`)
      await page.getByText("Its rule Bash(git push *) does not match.").waitFor()
    }))

  it("marks the lines of diagnostics, and leads to them", () =>
    pages.use(addressOf({ ...question, text: brokenFile }), async (page) => {
      const { findings } = await settled(page)
      const line = brokenFile.split("\n").findIndex((text) => text.includes("comand")) + 1
      assert.deepInclude(findings, { code: "type-unknown", line })
      await page.locator(`#playground-gutter .error[data-line="${line}"]`).waitFor()
      await page.locator(`[data-code="type-unknown"]`).getByRole("button").click()
      const selected = await page
        .getByLabel("The file")
        .evaluate((area) =>
          area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : ""
        )
      assert.match(selected, /"type": "comand"/)
    }))

  it("takes what a hook prints from the user, and keeps it in the address", () =>
    pages.use(addressOf(question), async (page) => {
      await settled(page)
      const hook = page.locator("#playground-plan [data-hook]").first()
      await hook.getByRole("combobox").selectOption("asks the user")
      await page.locator("#playground-answer .verdict.ask").waitFor()
      await hook.getByText("What it prints").click()
      await hook.getByLabel("Exit code").fill("2")
      await hook.getByLabel("Standard error").fill("By hand, in my own words.")
      await page.locator("#playground-answer", { hasText: "By hand, in my own words." }).waitFor()
      await page.waitForURL((url) => questionIn(url.hash).includes("By hand, in my own words."))
      const address = page.url()
      await page.goto(`${inject("address")}/index.html`)
      await page.goto(address)
      const { stdout } = await settled(page)
      assert.match(stdout, /By hand, in my own words\./)
    }))

  it("says what is wrong with an input that is no JSON, and asks again once it is", () =>
    pages.use(addressOf(question), async (page) => {
      await settled(page)
      await page.getByLabel("Input of the tool").fill("{")
      await page.getByText("The input is no object of JSON").waitFor()
      await page.getByLabel("Input of the tool").fill("{}")
      await page.locator("#playground-status:empty").waitFor({ state: "attached" })
    }))

  it("shows each sample", () =>
    pages.use("playground.html", async (page) => {
      const samples = await page.getByLabel("Begin with").locator("option").allTextContents()
      assert.isAbove(samples.length, 4)
      for (const sample of samples) {
        await page.evaluate(() => {
          const answer = document.querySelector<HTMLElement>("#playground-answer")
          if (answer !== null) delete answer.dataset["stdout"]
        })
        await page.getByLabel("Begin with").selectOption(sample)
        const { runs } = await settled(page)
        assert.isNotEmpty(runs, sample)
      }
    }))

  it("is as safe from an address as from a file", () =>
    pages.use("playground.html#not-an-address", async (page) => {
      assert.isNotEmpty((await settled(page)).runs)
      const markup = `<img src=x onerror="document.title='run'">`
      const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: markup }] }] } })
      const { runs } = await ask(page, { ...question, text, usual: "deny" })
      assert.strictEqual(runs[0]?.text, markup)
      assert.notStrictEqual(await page.title(), "run")
    }))
})

describe("the page stays responsive", () => {
  it("while a pattern is stopped, which counts as one that matches", () =>
    pages.use("playground.html", async (page) => {
      await settled(page)
      const tool = `mcp__files__${"a".repeat(40)}`
      const text = JSON.stringify(
        {
          hooks: {
            PreToolUse: [
              { matcher: "mcp__files__(a+)+b", hooks: [{ type: "command", command: "sh guard.sh" }] },
              { matcher: "mcp__files__(a|b)+", hooks: [{ type: "command", command: "sh matches.sh" }] },
              { matcher: "mcp__other__(a|b)+", hooks: [{ type: "command", command: "sh differs.sh" }] }
            ]
          }
        },
        undefined,
        2
      )
      const { findings, others, runs, stdout } = await ask(page, {
        ...question,
        text,
        tool,
        input: "{}",
        usual: "deny"
      })
      assert.deepStrictEqual(findings, [{ code: "pattern-stopped", line: 5 }])
      assert.deepStrictEqual(
        runs.map((run) => run.text),
        ["sh guard.sh", "sh matches.sh"]
      )
      assert.deepStrictEqual(
        others.map((other) => other.text),
        ["sh differs.sh"]
      )
      assert.match(stdout, /"permissionDecision":"deny"/)
    }))

  it("while a megabyte is pasted, and takes the next question at once", () =>
    pages.use("playground.html", async (page) => {
      await settled(page)
      const entries = Array.from({ length: 10_000 }, (_, index) => ({
        matcher: `Tool${index}`,
        hooks: [{ type: "command", command: `sh guard-${index}.sh`, timeout: index % 7 === 0 ? "soon" : 5 }]
      }))
      const text = JSON.stringify({ hooks: { PreToolUse: entries } }, undefined, 1)
      assert.isAbove(text.length, 1_000_000)
      const area = page.getByLabel("The file")
      await area.selectText()
      await area.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData("text/plain", pasted)
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
      }, text)
      // The page itself has time for this, while its worker reads.
      await page.getByRole("button", { name: "Dark mode" }).click()
      await page.locator("#playground-findings [data-code]").first().waitFor()
      assert.strictEqual(await page.locator("#playground-findings [data-code]").count(), 200)
      await area.evaluate((element) => element instanceof HTMLTextAreaElement && (element.value = ""))
      await area.fill(claudeFile)
      await page.locator("#playground-plan", { hasText: "sh guard.sh" }).waitFor()
    }))
})
