// Entries as `attach` writes them, run by a real `sh` while Hookline can't answer, and read as their host reads them.
import { amcpHost } from "@hookline/dialects/kit/amcp/host"
import { amplihackHost } from "@hookline/dialects/kit/amplihack/host"
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { HookEvents } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import * as assert from "node:assert"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { bin, commandEnv } from "../commands/hookline.ts"

export const hosts: ReadonlyArray<HostFacts> = [claudeHost, amplihackHost, amcpHost]

export const policies: ReadonlyArray<OnFailure> = ["open", "ask", "closed"]

/** Returns the events whose failure may deny, by their capabilities. */
export const deniable: ReadonlySet<string> = new Set(
  HookEvent.names.filter((name) => {
    // Of a change of settings it depends on who made it.
    if (name === "ConfigChange") return true
    const [event] = Effect.runSync(Effect.orDie(Arbitrary.sampleEffect(HookEvents.of(name), { count: 1, seed: 1 })))
    return event !== undefined && Capabilities.of(event).failsClosed
  })
)

/** What keeps Hookline from answering, and the installation that is left then. */
export const faults = [
  "no node",
  "no script",
  "bundle throws",
  "bundle is empty",
  "bundle is no code",
  "garbage"
] as const
export type Fault = (typeof faults)[number]

/** Makes an installation whose bundle has this text. */
const broken = (folder: string, main: string): string => {
  fs.mkdirSync(path.join(folder, "bundle"), { recursive: true })
  fs.cpSync(path.dirname(bin), path.join(folder, "bin"), { recursive: true })
  fs.writeFileSync(path.join(folder, "bundle/main.cjs"), main)
  return path.join(folder, "bin/hookline.js")
}

/** Returns the program and the script of each fault. */
export const installations = (folder: string): Readonly<Record<Fault, readonly [string, string]>> => {
  const node = process.execPath
  return {
    "no node": [path.join(folder, "gone/node"), bin],
    "no script": [node, path.join(folder, "gone/hookline.js")],
    "bundle throws": [node, broken(path.join(folder, "throws"), `throw new Error("broken")`)],
    "bundle is empty": [node, broken(path.join(folder, "empty"), "")],
    "bundle is no code": [node, broken(path.join(folder, "no code"), "}}}")],
    garbage: [node, bin]
  }
}

/** Returns the command of an entry, as it is in the host's file. */
export const commandIn = (
  host: HostFacts,
  event: string,
  onFailure: OnFailure,
  command: readonly [string, string]
): string => {
  const options = { host, command, onFailure, events: [event], limitMillis: () => 1000 }
  const made = AttachText.attached(undefined, options)
  if (!("text" in made)) throw new Error(JSON.stringify(made))
  const commands: Array<string> = []
  JSON.parse(made.text, (key, value: unknown) => {
    if (key === "command" && typeof value === "string") commands.push(value)
    return value
  })
  return commands[0] ?? ""
}

export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export const runBySh = (command: string, folder: string, input: string): Effect.Effect<Ended> =>
  Effect.promise(
    () =>
      new Promise((resolve) => {
        const child = spawn("/bin/sh", ["-c", command], { cwd: folder, env: commandEnv(folder) })
        let [stdout, stderr] = ["", ""]
        child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
        child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
        child.stdin.on("error", () => {})
        child.stdin.end(input)
        child.once("close", (status) => resolve({ status: status ?? -1, stdout, stderr }))
      })
  )

/** What becomes of the action, and whether the user is told. */
export interface Read {
  readonly action: "denied" | "passes" | "is prolonged"
  readonly isReported: boolean
}

const fieldsOf = (stdout: string): Readonly<Record<string, unknown>> => {
  const text = stdout.trim()
  return text.startsWith("{") && text.endsWith("}") ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {}
}

const ends = new Set(["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"])

/** Reads an exit as Claude Code does, by its documents: exit code 2 denies all that can be denied, but PermissionRequest. */
const readByClaude = (event: string, { status, stderr, stdout }: Ended): Read => {
  const isReported = status !== 0 && stderr.trim() !== ""
  const fields = status === 2 ? {} : fieldsOf(stdout)
  if (
    JSON.stringify(fields["hookSpecificOutput"] ?? {}).includes(`"behavior":"deny"`) &&
    event === "PermissionRequest"
  ) {
    return { action: "denied", isReported: true }
  }
  if (status !== 0 && (event === "WorktreeCreate" || event === "WorktreeRemove"))
    return { action: "denied", isReported }
  if (status !== 2 || event === "PermissionRequest") return { action: "passes", isReported }
  if (ends.has(event)) return { action: "is prolonged", isReported }
  return { action: deniable.has(event) ? "denied" : "passes", isReported }
}

/** Reads an exit as AMCP does: exit code 2 denies, but a prompt, which only `continue` keeps back. */
const readByAmcp = (event: string, { status, stderr, stdout }: Ended): Read => {
  const isReported = status !== 0 && stderr.trim() !== ""
  if (event === "UserPromptSubmit") {
    const fields = status === 0 ? fieldsOf(stdout) : {}
    return fields["continue"] === false
      ? { action: "denied", isReported: fields["stopReason"] !== undefined }
      : { action: "passes", isReported }
  }
  if (status !== 2) return { action: "passes", isReported }
  return { action: event === "Stop" ? "is prolonged" : deniable.has(event) ? "denied" : "passes", isReported }
}

export const readBy = (host: HostFacts, event: string, ended: Ended): Read =>
  (host.name === "amcp" ? readByAmcp : readByClaude)(event, ended)

/** Returns what must become of an event without Hookline. */
export const expected = (event: string, onFailure: OnFailure): Read => {
  if (onFailure !== "open" && deniable.has(event)) return { action: "denied", isReported: true }
  // The host takes every exit code but 0 for a failure there, and reads no message beside 0.
  return { action: "passes", isReported: event !== "WorktreeRemove" }
}

/** An entry, and what keeps Hookline from answering. */
export interface Row {
  readonly host: HostFacts
  readonly event: string
  readonly policy: OnFailure
  readonly fault: Fault
}

/** Runs each entry with its fault, and asserts that it means what the policy says. */
export const assertMeant = (
  rows: ReadonlyArray<Row>,
  project: string,
  installed: Readonly<Record<Fault, readonly [string, string]>>,
  input: string
): Effect.Effect<void> =>
  Effect.map(
    Effect.forEach(
      rows,
      ({ event, fault, host, policy }) =>
        Effect.map(runBySh(commandIn(host, event, policy, installed[fault]), project, input), (ended) => [
          host.name,
          event,
          policy,
          fault,
          readBy(host, event, ended)
        ]),
      { concurrency: 4 }
    ),
    (found) =>
      assert.deepStrictEqual(
        found,
        rows.map(({ event, fault, host, policy }) => [host.name, event, policy, fault, expected(event, policy)])
      )
  )

/** Returns all entries of these hosts, with this fault. */
export const rowsOf = (all: ReadonlyArray<HostFacts>, fault: Fault): ReadonlyArray<Row> =>
  all.flatMap((host) =>
    AttachText.registeredEvents(host).flatMap((event) => policies.map((policy) => ({ host, event, policy, fault })))
  )
