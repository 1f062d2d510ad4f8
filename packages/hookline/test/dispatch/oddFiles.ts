// What a repository may hold in the place of a file: nothing of it ends an event, or keeps the user's own guard from it.
import { assert, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import { createServer } from "node:net"
import * as path from "node:path"
import { bin, commandEnv, type Ended } from "../commands/hookline.ts"

const guard = { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo mine >&2; exit 2" }] }] } } }

/** The call of a tool, as a host fires it. */
const payloads = {
  claude: { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } },
  codex: { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } },
  gemini: {
    hook_event_name: "BeforeTool",
    session_id: "s",
    tool_name: "run_shell_command",
    tool_input: { command: "ls" }
  }
} as const

/** Files of a project that an event reads, some of them before any hook is known. */
const names = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".hookline/settings.json",
  ".amplifier/hooks/hooks.json",
  ".codex/hooks.json",
  ".gemini/settings.json",
  ".amplifier/hooks",
  ".claude"
] as const

const hostOf = (name: string): keyof typeof payloads =>
  name.startsWith(".codex") ? "codex" : name.startsWith(".gemini") ? "gemini" : "claude"

const link = (to: string) => (file: string) => fs.symlinkSync(to, file)

export const kinds: Readonly<Record<string, (file: string) => void>> = {
  "a link to memory": link("/proc/self/mem"),
  "a link to a file of the system without an end": link("/proc/self/pagemap"),
  "a link to the messages of the kernel": link("/proc/kmsg"),
  "a link to zeros": link("/dev/zero"),
  "a link to a terminal": link("/dev/tty"),
  "a link to itself": (file) => fs.symlinkSync(path.basename(file), file),
  "a link to nothing": link("/nowhere/at/all"),
  "a link to its own standard input": link("/dev/stdin"),
  "a pipe": (file) => execFileSync("mkfifo", [file]),
  "a folder": (file) => fs.mkdirSync(file),
  "a socket": (file) => {
    // Its path is short, and it stays when nobody listens any more.
    const server = createServer().listen(path.relative(process.cwd(), file))
    server.unref()
  }
}

/** Dispatches an event. One that is not answered is ended, and has no exit code. */
const dispatch = (place: { readonly project: string; readonly home: string }, host: keyof typeof payloads) =>
  Effect.promise(
    () =>
      new Promise<Ended>((resolve) => {
        const child = spawn(process.execPath, [bin, "dispatch", "--host", host], {
          cwd: place.project,
          // A variable that decides makes it ask which of them the project has set.
          env: { ...commandEnv(place.home), CLAUDE_PROJECT_DIR: place.project, PYTHONPATH: "/somewhere" },
          timeout: 30_000,
          killSignal: "SIGKILL"
        })
        let [stdout, stderr] = ["", ""]
        child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
        child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
        child.stdin.on("error", () => {})
        child.stdin.end(JSON.stringify(payloads[host]))
        child.once("close", (exit) => resolve({ stdout, stderr, exit }))
      })
  )

/** Registers a test for each kind of file. */
export const guardDenies = (kinds: ReadonlyArray<readonly [name: string, make: (file: string) => void]>) => {
  for (const [kind, make] of kinds) {
    it.live(kind, () =>
      Effect.gen(function* () {
        for (const name of names) {
          const place = yield* TestProject.make({ "~/.amplifier/hooks/hooks.json": guard })
          const file = path.join(place.project, name)
          fs.mkdirSync(path.dirname(file), { recursive: true })
          fs.rmSync(file, { recursive: true, force: true })
          make(file)
          // Each host reads this one before it runs anything, and otherwise its own.
          const hosts = (["claude", "codex", "gemini"] as const).filter(
            (host) => host === hostOf(name) || name === ".claude/settings.local.json"
          )
          for (const host of hosts) {
            const { exit, stderr, stdout } = yield* dispatch(place, host)
            assert.match(
              stdout,
              /"(?:permissionDecision|decision)":"(?:deny|block)"/,
              `${host} ${name}: ${exit} ${stderr}`
            )
            assert.include(stdout, "mine")
          }
        }
      }).pipe(Effect.scoped)
    )
  }
}
