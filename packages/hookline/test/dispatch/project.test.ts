// Which project it is, as the host says by its own variable: a guard of another project is no guard of this one.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import path from "node:path"
import { settleMillis } from "../../src/dispatch/fastpath/fingerprint.ts"
import { hooklineIn, type Options } from "../commands/hookline.ts"

const guard = (reason: string) => ({
  json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `echo ${reason} >&2; exit 2` }] }] } }
})

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const claude = (cwd: string, session = "s1") =>
  JSON.stringify({ hook_event_name: "PreToolUse", session_id: session, cwd, tool_name: "Bash", tool_input: {} })

const ask = (place: Place, input: string, env: Options["env"] = {}, more: ReadonlyArray<string> = []) =>
  hooklineIn(place, ["dispatch", "--host", "claude", ...more], { input, env })

const git = (cwd: string, ...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@e", ...args], {
    cwd,
    stdio: "ignore",
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }
  })

describe.concurrent("hookline dispatch, by the variable of its host", () => {
  it.live("does not read those of other hosts, which its host may have inherited", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ ".amplifier/hooks/hooks.json": guard("here") })
        const other = path.join(place.project, "other")
        fs.mkdirSync(path.join(other, ".amplifier/hooks"), { recursive: true })
        fs.writeFileSync(path.join(other, ".amplifier/hooks/hooks.json"), JSON.stringify(guard("other").json))
        const payload = JSON.stringify({ event: "tool:pre", data: { tool_name: "bash", tool_input: {} } })
        const input = { amplifier: payload, amcp: claude(place.project), amplihack: claude(place.project) }
        const foreign = { GEMINI_PROJECT_DIR: other, CURSOR_PROJECT_DIR: other }
        const own = { amplifier: "AMPLIFIER_PROJECT_DIR", amcp: "AMCP_PROJECT_DIR", amplihack: "CLAUDE_PROJECT_DIR" }
        for (const host of ["amplifier", "amcp", "amplihack"] as const) {
          const all = Object.fromEntries(Object.values(own).map((name) => [name, other]))
          const { [own[host]]: _, ...others } = all
          const run = (env: Options["env"] = {}) =>
            hooklineIn(place, ["dispatch", "--host", host], { input: input[host], env })
          assert.match((yield* run({ ...foreign, ...others })).stdout, /here/, host)
          assert.match((yield* run({ [own[host]]: other })).stdout, /other/, host)
        }
      })
    )
  )

  it.live("fails where that folder is gone: open with a notice, closed with a denial", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ file: "", "~/.hookline/.keep": "" })
        for (const gone of ["/no/such/place", path.join(place.project, "file")]) {
          const env = { CLAUDE_PROJECT_DIR: gone }
          const open = yield* ask(place, claude(gone), env)
          assert.match(open.stdout, /The project's folder is not there.*CLAUDE_PROJECT_DIR names it/)
          assert.notMatch(open.stdout, /"deny"/)
          const closed = yield* ask(place, claude(gone), env, ["--on-failure", "closed"])
          assert.match(closed.stdout, /"permissionDecision":"deny"/)
        }
        fs.writeFileSync(path.join(place.home, ".hookline/settings.json"), `{ "failure_policy": "closed" }`)
        const { stdout } = yield* ask(place, claude("/no/such/place"), { CLAUDE_PROJECT_DIR: "/no/such/place" })
        assert.match(stdout, /"permissionDecision":"deny"/)
      })
    )
  )

  it.live("reports once in a session that an event is neither in it nor in its repository", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ "src/x": "", ".git/.keep": "" })
        const { project } = place
        const env = { CLAUDE_PROJECT_DIR: project }
        const outside = path.join(project, "../outside")
        fs.mkdirSync(outside)
        fs.symlinkSync(path.join(project, "src"), path.join(outside, "inside"))
        for (const cwd of [project, path.join(project, "src"), path.join(outside, "inside")]) {
          assert.deepStrictEqual(yield* ask(place, claude(cwd), env), { stdout: "", stderr: "", exit: 0 })
        }
        const report = /CLAUDE_PROJECT_DIR names .* neither in it nor in its repository/
        assert.match((yield* ask(place, claude(outside), env)).stdout, report)
        assert.strictEqual((yield* ask(place, claude(outside), env)).stdout, "")
        assert.match((yield* ask(place, claude(outside, "s2"), env)).stdout, report)
        // A folder that was found from the current one is not named.
        assert.strictEqual((yield* ask(place, claude(outside, "s3"))).stdout, "")
        assert.match((yield* ask(place, claude(outside, "s4"), {}, ["--project", project])).stdout, /--project names/)
      })
    )
  )

  it.live("reports nothing in a worktree of its repository", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ x: "" })
        const { project } = place
        git(project, "init", "-q")
        git(project, "add", ".")
        git(project, "commit", "-qm", "x")
        git(project, "worktree", "add", "-q", "../tree")
        const tree = path.join(project, "../tree")
        fs.mkdirSync(path.join(tree, "src"))
        for (const [named, cwd] of [
          [project, tree],
          [project, path.join(tree, "src")],
          [tree, project]
        ] as const) {
          const { stdout } = yield* ask(place, claude(cwd), { CLAUDE_PROJECT_DIR: named })
          assert.strictEqual(stdout, "")
        }
      })
    )
  )
})

describe.concurrent("hookline dispatch in a folder below another user's", () => {
  const start = JSON.stringify({ hook_event_name: "SessionStart", session_id: "s1", source: "startup" })

  it.live("does not run the hooks above, and says so where a session starts", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ ".amplifier/hooks/hooks.json": guard("above"), "src/x": "" })
        const { project } = place
        const below = (input: string) =>
          hooklineIn(place, ["dispatch", "--host", "claude"], { input, cwd: path.join(project, "src") })
        assert.match((yield* below(claude(project))).stdout, /above/)
        for (const mode of [0o777, 0o1777]) {
          fs.chmodSync(project, mode)
          assert.strictEqual((yield* below(claude(project))).stdout, "")
          assert.match((yield* below(start)).stdout, /does not count as the project.*other users may write/)
          // The current folder counts.
          assert.match((yield* ask(place, claude(project))).stdout, /above/)
          assert.match((yield* ask(place, start)).stdout, /Another user decides which hooks run in this project/)
        }
      })
    )
  )

  // proves: docs/security.md
  it.live("sees that the rights on a folder above have changed, although nothing was to be answered before", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const place = yield* TestProject.make({ ".amplifier/hooks/hooks.json": guard("above"), "src/x": "" })
        const { home, project } = place
        fs.chmodSync(project, 0o777)
        const below = () =>
          hooklineIn(place, ["dispatch", "--host", "claude"], {
            input: claude(project),
            cwd: path.join(project, "src")
          })
        const memory = path.join(home, ".local/state/hookline/quiet")
        while (!fs.existsSync(memory)) {
          assert.strictEqual((yield* below()).stdout, "")
          yield* Effect.sleep(settleMillis)
        }
        assert.strictEqual((yield* below()).stdout, "")
        fs.chmodSync(project, 0o755)
        assert.match((yield* below()).stdout, /above/)
      })
    )
  )
})
