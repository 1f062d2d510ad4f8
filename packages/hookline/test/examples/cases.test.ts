// The hooks of the examples do what the cases beside them say: each through the pipeline, with real processes. CI plays every
// third case of a file.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import * as RunOutput from "@hookline/schema/RunOutput"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readdirSync } from "node:fs"
import path from "node:path"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { eventFrom } from "@hookline/node/kit/cases/eventArguments"
import { type Case, copyOf, examples, files } from "./project.ts"

const played = Effect.fnUntraced(function* (project: string, one: Case) {
  const copy = yield* copyOf(project, one.files)
  return yield* Effect.gen(function* () {
    const { session = "test", skill, ...words } = one
    const { answer } = yield* Pipeline
    if (skill !== undefined) yield* (yield* Skills).activate(skill, { session })
    const event = eventFrom({ ...words, input: one.input ?? {}, session, cwd: copy.project })
    if (Result.isFailure(event)) return assert.fail(event.failure)
    const report = yield* Effect.suspend(() => answer(event.success))
    return RunOutput.of(report, "toolInput" in event.success ? event.success.toolInput : undefined)
  }).pipe(Effect.provide(NodePipeline.layer({ project: copy, once: true, provide: [NodeExecutor.layer] })))
}, Effect.scoped)

const saysAll = (said: ReadonlyArray<{ readonly text: string }>, wanted: string | ReadonlyArray<string> = []): void => {
  const all = said.map(({ text }) => text).join("\n")
  for (const part of typeof wanted === "string" ? [wanted] : wanted) assert.include(all, part)
}

const check = (output: RunOutput.RunOutput, { expect }: Case): void => {
  const ran = output.runs.filter(({ status }) => status === "ran" || status === "failed")
  const names = ran.map(({ id }) => id.slice(id.lastIndexOf("/") + 1))
  assert.deepStrictEqual(
    { verdict: output.verdict, input: output.input },
    { verdict: expect.verdict ?? output.verdict, input: expect.input ?? output.input },
    JSON.stringify(output.reasons)
  )
  saysAll(output.reasons, expect.reason)
  saysAll(output.context, expect.context)
  saysAll(output.notices, expect.notice)
  if (expect.ran !== undefined) assert.includeMembers(names, [...expect.ran])
  if (expect.ran?.length === 0) assert.deepStrictEqual(names, [])
  if (expect.exit !== undefined) assert.isTrue(ran.every(({ exit }) => exit === expect.exit))
}

for (const { cases, file, project } of files) {
  describe.concurrent(`examples/${file}`, () => {
    for (const one of rowsOf(cases, 3)) {
      it.live(one.name, () => Effect.map(played(project, one), (output) => check(output, one)))
    }
  })
}

describe("the examples", () => {
  it("are in projects, and every folder of hooks and every skill has cases", () => {
    const withCases = new Set(files.map(({ file }) => path.dirname(file)))
    for (const kind of ["hooks", "skills"]) {
      for (const name of readdirSync(path.join(examples, "demo/.amplifier", kind))) {
        assert.isTrue(withCases.has(`demo/.amplifier/${kind}/${name}`), `${kind}/${name} has no cases`)
      }
    }
  })
})
