// A machine that has nothing left: no descriptor to open anything by, no room on any disk.
import { assert, describe, it } from "@effect/vitest"
import { Requirement, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import path from "node:path"

const host = path.join(import.meta.dirname, "../fixtures/scarce.ts")
const node = [process.execPath, "--conditions=@hookline/source", host]

const policies = ["open", "closed", "ask"] as const
const denied = { open: "Pass", closed: "Deny", ask: "Ask" } as const

interface Answered {
  readonly verdict: string
  readonly notices: ReadonlyArray<string>
  readonly runs: ReadonlyArray<readonly [status: string, told: string]>
}

type When = "before" | "meanwhile" | "unread" | "after" | "read"

/** What the guards of a host made of events, by policy. The shell's text knows the project's folder as `$0`. */
const hostIn = (shell: string, what: string) =>
  Effect.gen(function* () {
    const hooks = [
      { type: "command", command: "echo no >&2; exit 2", timeout: 20 },
      // Its limit is over before anybody would give up trying.
      { type: "command", command: "exit 0", timeout: 1 }
    ]
    const { project } = yield* TestProject.make({
      ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks }] } } },
      "home/.keep": "",
      "disk/.keep": ""
    })
    const [said, told] = yield* Effect.promise(
      () =>
        new Promise<readonly [string, string]>((resolve) => {
          execFile("/bin/sh", ["-c", shell, project, ...node, what], { cwd: project }, (_, stdout, stderr) =>
            resolve([stdout, stderr])
          )
        })
    )
    assert.match(said, /^\{.*\}\n$/, told)
    // It is our own program that wrote it.
    return JSON.parse(said) as Readonly<Record<(typeof policies)[number], Readonly<Record<When, Answered>>>>
  })

const isHealthy = ({ runs, verdict }: Answered): boolean => verdict === "Deny" && runs[0]?.[0] === "ran"

describe("a host that can't open anything any more", () => {
  it.live("tells of every guard that can't be started or read, and has them all back afterwards", () =>
    Effect.gen(function* () {
      const told = yield* hostIn('ulimit -n 100; exec "$@"', "descriptors")
      for (const policy of policies) {
        const { after, before, meanwhile, read, unread } = told[policy]
        assert.isTrue(isHealthy(before), `${policy}: ${JSON.stringify(before)}`)
        assert.strictEqual(meanwhile.runs.length, 2)
        // A shell that waited already may still have run one: that guard has denied, then.
        const unstarted = meanwhile.runs.filter(([status]) => status !== "ran")
        assert.strictEqual(meanwhile.verdict, meanwhile.runs[0]?.[0] === "ran" ? "Deny" : denied[policy])
        for (const [, text] of unstarted) assert.match(text, /could not be started: too many files are open/)
        if (unstarted.length > 0) assert.include(meanwhile.notices.join("\n"), "too many files are open")
        assert.strictEqual(unread.verdict, unread.runs[0]?.[0] === "ran" ? "Deny" : denied[policy])
        // A waiting shell that ends meanwhile gives descriptors back: where both hooks ran, nothing was lost.
        const isRead = unread.runs.length === 2 && unread.runs.every(([status]) => status === "ran")
        if (!isRead) assert.match(unread.notices.join("\n"), /EMFILE|too many files are open/)
        assert.isTrue(isHealthy(after), `${policy}: ${JSON.stringify(after)}`)
        // What could not be read for a moment is read again, though no file has changed.
        assert.isTrue(isHealthy(read), `${policy}: ${JSON.stringify(read)}`)
      }
    }).pipe(Effect.scoped)
  )
})

describe("a host whose disks are all full", () => {
  Requirement.live(Requirement.mounts)("tells of every guard that can't be started (where disks can be mounted)", () =>
    Effect.gen(function* () {
      const disks = ["$0/disk", "/dev/shm"].map(
        (disk) => `mount -t tmpfs -o size=64k tmpfs "${disk}" && { head -c 1000000 /dev/zero >"${disk}/all" 2>&1; : ; }`
      )
      const inside = `${disks.join(" && ")} && TMPDIR="$0/disk" exec "$@"`.replaceAll("'", "")
      const told = yield* hostIn(`exec unshare -rm sh -c '${inside}' "$0" "$@"`, "disk")
      for (const policy of policies) {
        for (const { notices, runs, verdict } of Object.values(told[policy])) {
          assert.strictEqual(verdict, denied[policy])
          assert.match(runs[0]?.[1] ?? "", /could not be started: there is no space left/)
          assert.include(notices.join("\n"), "there is no space left")
        }
      }
    }).pipe(Effect.scoped)
  )
})
