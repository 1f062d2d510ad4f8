// The state of a session in files, as a process has it that was started for one event: beside writing one file and moving
// it to its place, which is the least that anybody must do who remembers something. Only told: there is no target.
import * as Effect from "effect/Effect"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Result } from "./Result.ts"
import { rounds } from "./rounds.ts"

/** All of it, in one run. */
export const session = (): ReadonlyArray<Result> => {
  const root = mkdtempSync(join(tmpdir(), "hookline-bench-"))
  try {
    const folder = join(root, "sessions")
    // Another layer for each event, as each has a process of its own.
    const state = () => SessionStateFile.make({ folder })
    let count = 0
    const key = { project: "/project", session: "s" }
    const next = () => ({ project: "/project", session: `${count++}` })
    const mark = (key: { readonly project: string; readonly session: string }, text: string): void => {
      const { has, mark } = state()
      if (Effect.runSync(has(key, text)) || !Effect.runSync(mark(key, text))) throw new Error("it was marked before")
    }
    const opened = state()
    Effect.runSync(opened.skills.open(key, { name: "deploy" }))
    const cases: ReadonlyArray<readonly [name: string, run: () => unknown]> = [
      ["the layer alone", state],
      ["an event of a session of which nothing is remembered", () => state().skills.any("/project", `none ${count++}`)],
      ["an event of a session with an open skill", () => state().skills.any(key.project, key.session)],
      [
        "has + mark + end in a session of its own",
        () => {
          const key = next()
          mark(key, "once a")
          Effect.runSync(state().end(key))
        }
      ],
      ["has, of what was marked", () => Effect.runSync(state().has(key, "once"))]
    ]
    const floor = () => {
      const file = join(root, "floor")
      writeFileSync(`${file}.new`, '{"version":1,"marks":["once a"],"skills":[]}')
      renameSync(`${file}.new`, file)
    }
    const measured = rounds([{ name: "floor", run: floor }, ...cases.map(([name, run]) => ({ name, run }))], {
      samples: 200,
      repeats: 5
    })
    const base = measured[0]?.p50 ?? Number.NaN
    const { problems } = opened
    if ((problems?.() ?? []).length > 0) throw new Error("the files could not be used")
    return measured.slice(1).map(({ name, p50, p95 }) => ({
      name: `${name} / write a file and move it to its place`,
      ratio: p50 / base,
      p50: p50 / 1000,
      p95: p95 / 1000,
      unit: "µs"
    }))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
