// Trust in an updated plugin whose files another process has written before they were sealed.
import { assert, describe } from "@effect/vitest"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import * as Effect from "effect/Effect"
import { appendFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import * as Installation from "hookline/kit/manage/install/Installation"
import * as Installed from "hookline/kit/manage/install/Installed"
import * as InstallPlan from "hookline/kit/manage/install/InstallPlan"
import * as PluginFetch from "hookline/kit/manage/install/PluginFetch"
import * as UpdatePlan from "hookline/kit/manage/install/UpdatePlan"
import { moveTrust, reviewIn } from "../../src/commands/update/moveTrust.ts"
import { trustWritten } from "../../src/commands/trust/trustWritten.ts"
import { agentAround, ancestors } from "../../src/ownGuard/agents.ts"
import { Requirement } from "@hookline/testing"
import { guard, place, writeFiles } from "./plugins.ts"

const above = agentAround(process.env, ancestors())

const outside = Requirement.live(() => (above === undefined ? undefined : "needs a shell that no agent started"))

describe("trust in what was shown", () => {
  const tampering: ReadonlyArray<readonly [what: string, tamper: (folder: string) => void, untrusted: number]> = [
    ["moves to the files that were shown", () => undefined, 0],
    [
      "moves to no file that was changed since",
      (folder) => appendFileSync(path.join(folder, "scripts/guard.sh"), "#"),
      1
    ],
    ["moves to no file that came since", (folder) => writeFileSync(path.join(folder, "scripts/more.sh"), ""), 1]
  ]
  for (const [what, tamper, untrusted] of tampering) {
    outside(what, () =>
      place(
        {},
        (here) =>
          Effect.gen(function* () {
            const source = here.write("guard", guard)
            const fetched = yield* Effect.scoped(PluginFetch.again({ folder: source }, here.project))
            const first = yield* InstallPlan.plan(here, fetched)
            const entry = yield* Installation.put(here, first)
            yield* trustWritten(here, "install", ({ source: { pluginFolder } }) => pluginFolder === first.folder)
            writeFiles(source, { "scripts/guard.sh": "exit 0\n" })
            const update = yield* UpdatePlan.make(here, entry, { force: false })
            const before = yield* reviewIn(here, first.folder)
            assert.deepStrictEqual(
              before?.map(({ state }) => state),
              ["trusted"]
            )
            yield* Installation.put(here, update.plan)
            tamper(Installed.folderOf(here.project, "guard"))
            assert.strictEqual(yield* moveTrust(here, update, before), untrusted)
            const { record } = TrustStore.read(here.home, here.project)
            assert.deepStrictEqual(
              Object.values(record.hooks).map(({ by }) => by),
              [untrusted === 0 ? "update" : "install"]
            )
          }).pipe(Effect.orDie),
        { trusted: false }
      )
    )
  }
})
