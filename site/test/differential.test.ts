// The playground in a browser answers what the command answers on this machine, with hooks that really run.
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Question } from "../playground/engine/Question.ts"
import { type Answer, ask } from "./internal/asking.ts"
import { Pages } from "./internal/pages.ts"
import { type Printed, Project } from "./internal/Project.ts"
import { brokenFile, questions } from "./internal/questions.ts"

const pages = new Pages()

afterAll(() => pages.close())

const titleOf = ({ event, host, path, usual }: Question): string => `${path} in ${host} on ${event}, ${usual}`

/** Runs a test on a project whose scripts reply what the playground's hooks did. */
const onDisk = async <A>(question: Question, { replies, runs }: Answer, test: (project: Project) => Promise<A>) => {
  const project = new Project(question)
  try {
    for (const { id, text } of runs) {
      const reply = replies[id]
      const [, name] = /^sh ([\w.-]+)$/.exec(text) ?? []
      if (reply !== undefined && name !== undefined) project.script(name, reply)
    }
    return await test(project)
  } finally {
    project.remove()
  }
}

/** The number of commands that run at the same time. */
const atOnce = 4

const inTurns = async <A>(tasks: ReadonlyArray<() => Promise<A>>): Promise<ReadonlyArray<A>> => {
  const results: Array<A> = []
  const left = [...tasks.entries()]
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

describe("the playground answers what the command prints", () => {
  const answers: Array<Answer> = []
  let printed: ReadonlyArray<Printed> = []

  beforeAll(async () => {
    await pages.use("index.html", async (page) => {
      for (const question of questions) answers.push(await ask(page, question))
    })
    printed = await inTurns(
      questions.map((question, index) => () => {
        const answer = answers[index]
        if (answer === undefined) throw new Error(`${titleOf(question)} was not answered`)
        const words = ["dispatch", "--host", question.host, "--include-own", "--no-audit", "--project", "."]
        return onDisk(question, answer, (project) => project.run(words, answer.payload))
      })
    )
  })

  it.each(questions.map((question, index) => [titleOf(question), index] as const))("%s", (_, index) => {
    const answer = answers[index]
    assert.isDefined(answer)
    // A hook runs, or is lost with a diagnostic: under a name that the file's own agent does not have.
    assert.isAbove(answer.runs.length + answer.findings.length, 0)
    const { exit, stderr, stdout } = answer
    assert.deepStrictEqual({ stdout, stderr, exit }, printed[index])
  })

  it("are answers of many kinds", () => {
    assert.isAbove(new Set(printed.map((one) => JSON.stringify(one))).size, 30)
  })
})

interface PlanOutput {
  readonly groups: ReadonlyArray<{ readonly hooks: ReadonlyArray<{ readonly id: string; readonly line: number }> }>
  readonly others: ReadonlyArray<{ readonly id: string; readonly line?: number; readonly text: string }>
}

describe("the playground plans what the command plans", () => {
  it.each(["claude", "gemini", "codex", "copilot"])("in %s", async (host) => {
    const question = questions.find((one) => one.host === host && one.event === "PreToolUse")
    assert.isDefined(question)
    await pages.use("index.html", async (page) => {
      const answer = await ask(page, question)
      const { tool_name: tool } = JSON.parse(answer.payload) as { readonly tool_name: string }
      const words = ["plan", "PreToolUse", "--tool", tool, "--input", question.input, "--host", host, "--json"]
      const { stdout } = await onDisk(question, answer, (project) => project.run(words))
      // `docs/formats.md` has the fields.
      const plan = JSON.parse(stdout) as PlanOutput
      const runs = plan.groups.flatMap(({ hooks }) => hooks)
      assert.deepStrictEqual(
        answer.runs.map(({ id, line }) => ({ id, line })),
        runs.map(({ id, line }) => ({ id, line: `line ${line}` }))
      )
      // Hookline's own guard is in no file.
      const others = plan.others
        .filter(({ line }) => line !== undefined)
        .map(({ id, line, text }) => ({ id, line: `line ${line}`, status: text.toLowerCase() }))
      assert.isAbove(others.length, 3)
      assert.sameDeepMembers(
        answer.others.map(({ id, line, status }) => ({ id, line, status: status.slice(0, -1).toLowerCase() })),
        others
      )
    })
  })
})

interface CheckOutput {
  readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly line: number }>
}

it("the playground finds what `hookline check` finds, at the same lines", async () => {
  const [first] = questions
  assert.isDefined(first)
  const question = { ...first, text: brokenFile, host: "claude", usual: "pass" }
  await pages.use("index.html", async (page) => {
    const answer = await ask(page, question)
    const { stdout } = await onDisk(question, answer, (project) => project.run(["check", "--json", "--host", "claude"]))
    // `docs/formats.md` has the fields.
    const { diagnostics } = JSON.parse(stdout) as CheckOutput
    assert.isAbove(diagnostics.length, 3)
    assert.sameDeepMembers(
      [...answer.findings],
      diagnostics.map(({ code, line }) => ({ code, line }))
    )
  })
})
