// The working folder of the host was removed: it has no path any more, and no guard of the user is lost for that.
import { assert, describe, it } from "@effect/vitest"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import path from "node:path"
import { bin, commandEnv } from "../commands/hookline.ts"

const guard = {
  json: {
    hooks: {
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "echo GUARD >&2; exit 2" }] }]
    }
  }
}

const input = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  tool_name: "Bash",
  tool_input: { command: "rm -rf x" }
})

type Place = Effect.Success<ReturnType<typeof TestProject.make>>

const inRemoved =
  (then: string) =>
  (place: Place, args: ReadonlyArray<string>, env: Record<string, string> = {}) => {
    const folder = path.join(place.project, "removed")
    fs.mkdirSync(folder, { recursive: true })
    const { status, stderr, stdout } = spawnSync(
      "/bin/sh",
      ["-c", `cd "$1" && rmdir "$1" && ${then} && shift && exec "$@"`, "sh", folder, process.execPath, bin, ...args],
      { env: { ...commandEnv(place.home), NO_COLOR: "1", ...env }, input, encoding: "utf8" }
    )
    return { stdout, stderr, exit: status }
  }

const removed = inRemoved("true")

const dispatch = ["dispatch", "--host", "amplihack"]

const inPlace = (files: TestProject.Files, use: (place: Place) => void) =>
  Effect.scoped(Effect.map(TestProject.make({ ".git/.keep": "", "~/.claude/settings.json": guard, ...files }), use))

const loss = /The project's folder is not there, so that none of its hooks run/

// Elsewhere no path leads to a folder that was removed.
const onLinux = Requirement.live(() => (process.platform === "linux" ? undefined : "needs /proc"))

describe.concurrent("a working folder that was removed", () => {
  it.live("is a loss of the project's hooks, which denies under closed, by each way to state it", () =>
    inPlace({ "~/.claude/settings.json": "{}", "~/.hookline/.keep": "" }, (place) => {
      const open = removed(place, dispatch)
      assert.match(open.stdout, loss)
      assert.notMatch(open.stdout, /"deny"/)
      const closed = [
        removed(place, [...dispatch, "--on-failure", "closed"]),
        removed(place, dispatch, { HOOKLINE_FAILURE_POLICY: "closed" })
      ]
      fs.writeFileSync(path.join(place.home, ".hookline/settings.json"), `{ "failure_policy": "closed" }`)
      for (const each of [...closed, removed(place, dispatch)]) {
        assert.match(each.stdout, loss)
        assert.match(each.stdout, /"permissionDecision":"deny"/)
        assert.strictEqual(each.exit, 0)
      }
    })
  )

  // proves: docs/command.md
  onLinux("is where the user's guards run", () =>
    inPlace({}, (place) => {
      const { exit, stderr, stdout } = removed(place, dispatch)
      assert.match(stdout, /"permissionDecision":"deny".*GUARD/)
      assert.match(stdout, loss)
      assert.deepStrictEqual({ exit, stderr }, { exit: 0, stderr: "" })
    })
  )

  it.live("is not needed where the project is named", () =>
    inPlace({}, (place) => {
      for (const each of [
        removed(place, [...dispatch, "--project", place.project]),
        removed(place, dispatch, { CLAUDE_PROJECT_DIR: place.project })
      ]) {
        assert.match(each.stdout, /"permissionDecisionReason":"GUARD"/)
        assert.notMatch(each.stdout, loss)
      }
      const ran = removed(place, ["run", "PreToolUse", "--tool", "Bash", "--input", "{}", "--project", place.project])
      assert.match(ran.stdout, /Deny: .*\n {2}GUARD/)
      assert.match(removed(place, ["list", "--project", place.project]).stdout, /GUARD/)
    })
  )

  it.live("is that of its path where it was made again", () =>
    inPlace({ "~/.claude/settings.json": "{}", ".claude/settings.json": guard }, (place) => {
      const { stdout } = inRemoved('mkdir "$1"')(place, dispatch)
      assert.match(stdout, /GUARD/)
      assert.notMatch(stdout, loss)
    })
  )

  it.live("is a sentence of each command that needs it, and no stack trace", () =>
    inPlace({}, (place) => {
      for (const args of [
        ["check"],
        ["list"],
        ["plan", "PreToolUse"],
        ["run", "PreToolUse", "--tool", "Bash"],
        ["doctor"],
        ["trust"],
        ["install", "./plugin"],
        ["test"],
        ["list", "--project", "relative"]
      ]) {
        const { exit, stderr, stdout } = removed(place, args)
        assert.match(stderr, /^hookline: \S+ is not there: name a folder with --project\n$/, args.join(" "))
        assert.deepStrictEqual({ exit, stdout }, { exit: 1, stdout: "" }, args.join(" "))
      }
    })
  )
})
