// Runs a project's own guard, a script, before a tool does: with what this machine has, until the scope closes.
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import { Hookline } from "hookline"

const layer = Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll })

const asked = (command: string) =>
  Effect.gen(function* () {
    const { emit } = yield* Hookline
    const { outcome } = yield* emit(cases.PreToolUse.make({ toolName: "Bash", toolInput: { command } }))
    return {
      goesOn: Outcome.proceeds(outcome),
      reasons: Verdict.reasonsOf(outcome.verdict).map(({ text }) => text)
    }
  })

const program = Effect.all({ push: asked("git push --force"), list: asked("ls") })

export const answers = await Effect.runPromise(Effect.provide(program, layer))

console.log(answers.push) // { goesOn: false, reasons: [ "Force pushes are for people: …" ] }
console.log(answers.list) // { goesOn: true, reasons: [] }
