/** Opens the skills that `--skill` names, until the scope closes. */
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import { Problem } from "./Problem.ts"

export const openSkills = (names: ReadonlyArray<string>, session: string | undefined) =>
  Effect.gen(function* () {
    const { activate } = yield* Skills
    for (const name of names) {
      yield* Effect.mapError(
        activate(name, session === undefined ? {} : { session }),
        ({ message }) => new Problem({ message })
      )
    }
  })
