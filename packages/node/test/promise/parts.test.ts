// What stands around the hooks, as plain functions.
import { assert, describe, it } from "@effect/vitest"
import { type Answer, Hookline, type Asking, type ContextMessage, type PlainNotice } from "@hookline/node"
import { readdirSync, readFileSync } from "node:fs"
import { bash, commands, opened, settings } from "./opened.ts"

const reply = (fields: object) => `echo '${JSON.stringify(fields)}'`

const ask = commands(
  reply({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: "list all of it?"
    }
  })
)

describe("approve", () => {
  const answers: ReadonlyArray<readonly [unknown, boolean]> = [
    [true, true],
    ["allow once", true],
    ["Allow always", true],
    [false, false],
    ["deny", false],
    ["maybe", false],
    [undefined, false],
    [1, false],
    [new Error("the window is closed"), false]
  ]

  it.live("is asked, and only what grants, grants", () =>
    opened(ask, async (_, { home, project }) => {
      for (const [answer, goesOn] of answers) {
        const asked: Array<Asking> = []
        await using hooks = await Hookline.open({
          project,
          home,
          approve: async (asking) => {
            asked.push(asking)
            if (answer instanceof Error) throw answer
            // Programs without types answer anything.
            return answer as Answer
          }
        })
        const report = await hooks.emit(bash)
        assert.strictEqual(report.goesOn, goesOn, String(answer))
        const [{ event, ...asking } = {} as Asking] = asked
        assert.deepInclude(asking, {
          prompt: "list all of it?",
          options: ["Allow", "Deny"],
          session: "s1",
          tool: "Bash",
          input: { command: "ls" },
          default: "deny"
        })
        assert.match(asking.id, /^[0-9a-f]{64}$/)
        assert.isAtLeast(asking.deadline, Date.now() + 200_000)
        assert.deepInclude(event, { event: "PreToolUse", tool: "Bash", input: { command: "ls" } })
        await hooks.emit(bash)
        // This hook does not offer a permanent grant.
        assert.lengthOf(asked, 2)
      }
    })
  )

  it.live("grants always where the hook offers it: this input of this tool, or the hook's scope", () => {
    const asked: Array<Asking> = []
    const options = ["Allow once", "Allow always", "Deny"]
    return opened(
      {},
      async (hooks) => {
        hooks.on("PreToolUse", ({ input }) => {
          const scope = input["command"] === "ls" ? {} : { scope: "git" }
          return { verdict: "ask", question: { text: "sure?", options, ...scope } }
        })
        const goesOn = async (command: string) => (await hooks.emit({ ...bash, input: { command } })).goesOn
        for (const command of ["ls", "ls", "git push", "git pull", "ls"]) assert.isTrue(await goesOn(command), command)
        assert.isFalse((await hooks.emit({ ...bash, tool: "Read" })).goesOn)
        assert.deepStrictEqual(
          asked.map(({ input, scope, tool }) => [tool, input?.["command"], scope]),
          [
            ["Bash", "ls", undefined],
            ["Bash", "git push", "git"],
            ["Read", "ls", undefined]
          ]
        )
      },
      {
        approve: (asking) => {
          asked.push(asking)
          return asking.tool === "Bash" ? "allow always" : "deny"
        }
      }
    )
  })

  it.live("is denied where nobody is there", () =>
    opened(ask, async (hooks) => assert.strictEqual((await hooks.emit(bash)).verdict, "deny"))
  )
})

describe("the other parts", () => {
  const telling = commands(
    reply({
      systemMessage: "look",
      hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "you are on main" }
    })
  )

  it.live("get messages and texts, and cost only their own work where they break", () => {
    const shown: Array<PlainNotice> = []
    const added: Array<readonly [ContextMessage | undefined, string | undefined]> = []
    return opened(
      telling,
      async (hooks) => {
        const report = await hooks.emit(bash)
        assert.deepStrictEqual([shown.map(({ text }) => text), added[0]?.[1]], [["look"], "s1"])
        assert.deepInclude(added[0]?.[0], { role: "system", content: "you are on main" })
        assert.match(report.notices.map(({ text }) => text).join(), /the display broke: no screen/)
      },
      {
        display: (notices) => {
          shown.push(...notices)
          throw new Error("no screen")
        },
        context: async (messages, session) => void added.push([messages[0], session])
      }
    )
  })

  it.live("keep a log in the folder that is named", () =>
    opened(commands("exit 2"), async (_, { home, project }) => {
      {
        await using hooks = await Hookline.open({ project, home, audit: `${home}/log` })
        await hooks.emit(bash)
      }
      const file = readdirSync(`${home}/log`).find((name) => name.endsWith(".jsonl")) ?? ""
      assert.match(readFileSync(`${home}/log/${file}`, "utf8"), /"PreToolUse"/)
    })
  )

  const judged = (type: "prompt" | "agent") => settings({ type, prompt: "Is this harmless? $ARGUMENTS" })

  it.live("ask a model that is a function", () =>
    opened(
      judged("prompt"),
      async (hooks) => {
        const { reasons, verdict } = await hooks.emit(bash)
        assert.deepStrictEqual([verdict, reasons[0]?.text], ["deny", "it was asked about ls"])
      },
      {
        model: async ({ messages }) => {
          const isAsked = messages.some(({ role, text }) => role === "user" && text.includes(`"command":"ls"`))
          await Promise.resolve()
          return JSON.stringify({ ok: false, reason: isAsked ? "it was asked about ls" : JSON.stringify(messages) })
        }
      }
    )
  )

  it.live("tell a hook without its model, or whose model fails, as failed", () =>
    opened(judged("prompt"), async (hooks, { home, project }) => {
      const without = await hooks.emit(bash)
      assert.deepInclude(without.runs[0], { status: "failed" })
      const model = () => Promise.reject(new Error("it is asleep"))
      await using failing = await Hookline.open({ project, home, model, settings: { failurePolicy: "closed" } })
      const report = await failing.emit(bash)
      assert.strictEqual(report.verdict, "deny")
      assert.match(report.runs[0]?.why ?? "", /it is asleep/)
    })
  )

  it.live("tell an agent that it has no tools", () =>
    opened(judged("agent"), async (hooks) => assert.match((await hooks.emit(bash)).runs[0]?.why ?? "", /no tools/), {
      model: () => `{"ok": true}`
    })
  )
})
