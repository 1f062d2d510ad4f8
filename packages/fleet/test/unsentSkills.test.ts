// Skills that a process could not send before it ended: they reach the fleet in order, and nothing closes too much.
import { assert, describe, it } from "@effect/vitest"
import type { OpenSkill } from "@hookline/schema/kit/OpenSkill"
import type { Calls } from "@hookline/fleet/FleetClient"
import * as FleetState from "@hookline/fleet/FleetState"
import * as unsentSkills from "@hookline/fleet/kit/internal/unsentSkills"
import { Refused, Unreached } from "@hookline/fleet/Protocol"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clientOf, newOrganisation, onGates } from "./gates.ts"

const key = { project: "/project", session: "s" }
const skill = (name: string): OpenSkill => ({
  name,
  by: "model",
  folder: `/skills/${name}`,
  dialect: "claude"
})
const unsent = (name: string) => ({ session: "s", token: `t-${name}`, skill: { name, body: "{}" } })
const folderIn = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "hookline-unsent-"))),
  (made) => Effect.sync(() => fs.rmSync(made, { recursive: true, force: true }))
)

/** Does something in a state that ends afterwards, as that of a process does. */
const inProcess = <A>(
  calls: Calls,
  unsentFolder: string,
  use: (state: Effect.Success<ReturnType<typeof FleetState.make>>) => Effect.Effect<A>
) => Effect.scoped(Effect.flatMap(FleetState.make(calls, "/project", { unsentFolder }), use))

const awayOf = (calls: Calls): Calls => ({
  ...calls,
  skill: () => Effect.fail(new Unreached({ reason: "The gate is away." }))
})

onGates("skills that were not sent", (fleet) => {
  it.live("are sent by the next change of the session, before it, and once", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const calls = yield* clientOf(yield* fleet, newOrganisation())
        const folder = join(yield* folderIn, "unsent")
        // The cast holds because `FleetState` names a skill by a list of texts, the first of which is its name.
        const names = Effect.map(calls.attach(JSON.stringify(["/project", "s"])), ({ skills }) =>
          skills.map(({ name }) => (JSON.parse(name) as ReadonlyArray<string>)[0])
        )
        for (const name of ["a", "b"]) {
          const said = yield* inProcess(awayOf(calls), folder, (state) =>
            Effect.map(state.skills.open(key, skill(name)), () => state.problems?.().join())
          )
          assert.match(said ?? "", /The fleet does not know yet that the skill .* is open.*It is sent again\./)
        }
        assert.deepStrictEqual(yield* names, [])
        // A closing that is late would close what was opened since.
        const said = yield* inProcess(awayOf(calls), folder, (state) =>
          Effect.map(state.skills.close(key, skill("b")), () => state.problems?.().join())
        )
        assert.include(said, "It is not sent again by this machine.")
        yield* inProcess(calls, folder, (state) => state.skills.close(key, skill("a")))
        assert.deepStrictEqual(yield* names, ["b"])
        yield* FleetState.sendUnsent(calls, folder)
        assert.deepStrictEqual(yield* names, ["b"])
        assert.isFalse(fs.existsSync(folder))
      })
    )
  )
})

describe("the files of skills that were not sent", () => {
  it.effect("are in the order of their opening, also where the clock was set back, and broken ones do not count", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const folder = yield* folderIn
        const first = unsentSkills.add(folder, unsent("a"))
        assert.isDefined(first)
        fs.renameSync(first, first.replace(/\d{16}(?=-[\da-f]+$)/, "9000000000000000"))
        unsentSkills.add(folder, unsent("b"))
        const [session] = fs.readdirSync(folder)
        fs.writeFileSync(join(folder, session ?? "", "0000000000000001-0123456789abcdef"), `{"session":"s"`)
        const kept = unsentSkills.ofSession(folder, "s")
        assert.deepStrictEqual(
          kept.map((one) => one.skill.name),
          ["a", "b"]
        )
        for (const { path } of kept) assert.strictEqual(fs.statSync(path).mode & 0o777, 0o600)
        assert.deepStrictEqual(unsentSkills.ofSession(folder, "other"), [])
      })
    )
  )

  it.effect("stay while the fleet is away or refuses them, and until they are a month old", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const folder = yield* folderIn
        for (const name of ["a", "b"]) unsentSkills.add(folder, unsent(name))
        const sent: Array<string> = []
        const by = (failure: Refused | Unreached) => ({
          skill: (_: string, token: string) =>
            Effect.andThen(
              Effect.sync(() => sent.push(token)),
              Effect.fail(failure)
            )
        })
        yield* FleetState.sendUnsent(by(new Unreached({ reason: "" })), folder)
        assert.deepStrictEqual(sent, ["t-a"])
        yield* FleetState.sendUnsent(by(new Refused({ reason: "" })), folder)
        assert.deepStrictEqual(sent, ["t-a", "t-a", "t-b"])
        const kept = unsentSkills.ofSession(folder, "s")
        assert.lengthOf(kept, 2)
        unsentSkills.clear(folder, Date.now() + 31 * 86_400_000)
        assert.isFalse(fs.existsSync(folder))
      })
    )
  )
})
