// Entries as `attach` writes them, run by a real `sh` while Hookline can't answer, and read as their host reads them.
import { amcpHost } from "@hookline/dialects/kit/amcp/host"
import { amplihackHost } from "@hookline/dialects/kit/amplihack/host"
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import { codexHost } from "@hookline/dialects/kit/codex/host"
import { copilotHost } from "@hookline/dialects/kit/copilot/host"
import { geminiName } from "@hookline/dialects/kit/gemini/events"
import { geminiHost } from "@hookline/dialects/kit/gemini/host"
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import { qwenHost } from "@hookline/dialects/kit/qwen/host"
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
import { reads as readsOfCodex } from "@hookline/testing/kit/hosts/codex"
import { reads as readsOfCopilot } from "@hookline/testing/kit/hosts/copilot"
import { reads as readsOfGemini } from "@hookline/testing/kit/hosts/gemini"
import { reads as readsOfQwen } from "@hookline/testing/kit/hosts/qwen"
import type { HostReading, Printed } from "@hookline/testing/kit/hosts/HostReading"
import { neverDenied } from "hookline/kit/dispatch/unansweredExit"
import { bin, commandEnv } from "../commands/hookline.ts"

export const hosts: ReadonlyArray<HostFacts> = [
  claudeHost,
  amplihackHost,
  amcpHost,
  codexHost,
  geminiHost,
  qwenHost,
  copilotHost
]

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

/** Scripts in the place of Hookline's that print no answer of any host. */
export const scripts: Readonly<Record<string, string>> = {
  "prints nothing": "",
  "prints no JSON": `console.log("all is well")`,
  "prints another host's denial": `console.log('{"hookSpecificOutput": {"permissionDecision": "deny"}}')`,
  "prints a list": `console.log("[]")`,
  "ends by a signal": `process.kill(process.pid, "SIGKILL")`,
  "ends with 3": `process.exit(3)`,
  "never answers": `process.on("SIGTERM", () => {}); setTimeout(() => {}, 30_000)`
}

/** Returns the command of an installation with a fault, or writes one of the scripts and returns its command. */
export const commandWith = (
  folder: string,
  fault: string,
  scripts: Readonly<Record<string, string>>
): readonly [string, string] => {
  const text = scripts[fault]
  // A name of no script is one of an installation.
  if (text === undefined) return installations(folder)[fault as Fault]
  const script = path.join(folder, "scripts", `${fault}.cjs`)
  fs.mkdirSync(path.dirname(script), { recursive: true })
  fs.writeFileSync(script, text)
  return [process.execPath, script]
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

/** Reads an exit as a model of the host does, which is compared with recorded runs of the client. */
const readByModel =
  (reads: (printed: Printed) => HostReading) =>
  (event: string, { status, stderr, stdout }: Ended): Read => {
    const { message = "", result, stops, verdict } = reads({ stdout, stderr, exit: status })
    const isReported = verdict === "Deny" || message !== "" || stderr.trim() !== ""
    if (verdict !== "Deny" && result === undefined && stops === undefined) return { action: "passes", isReported }
    return { action: ends.has(event) ? "is prolonged" : "denied", isReported }
  }

const readByHost: Readonly<Record<string, (event: string, ended: Ended) => Read>> = {
  amcp: readByAmcp,
  codex: (event, ended) => readByModel((printed) => readsOfCodex(printed, event))(event, ended),
  copilot: (event, ended) => readByModel((printed) => readsOfCopilot(printed, event))(event, ended),
  gemini: (event, ended) => readByModel((printed) => readsOfGemini(printed, geminiName(event)))(event, ended),
  qwen: (event, ended) => readByModel((printed) => readsOfQwen(printed, event))(event, ended)
}

export const readBy = (host: HostFacts, event: string, ended: Ended): Read =>
  (readByHost[host.name] ?? readByClaude)(event, ended)

/** The events that a host lets happen whatever a hook answers. */
const unstoppable: Readonly<Record<string, ReadonlyArray<string>>> = { copilot: ["PreCompact"], qwen: ["PreCompact"] }

/** Returns what must become of an event without Hookline. */
export const expected = ({ name }: HostFacts, event: string, onFailure: OnFailure): Read => {
  const isDeniable = deniable.has(event) && unstoppable[name]?.includes(event) !== true
  if (onFailure !== "open" && isDeniable) return { action: "denied", isReported: true }
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

/**
 * Returns what a run depends on. Only one that gets as far as the payload differs by its host and its event: what fails before
 * knows of the event whether a failure may deny it, and the shell knows the end of the command.
 */
const keyOf = (command: string, { event, fault, host }: Row): string =>
  fault === "garbage"
    ? // Nobody is asked where there is no event, and one host shows that.
      host.name === "claude"
      ? command
      : command.replace("--on-failure ask", "--on-failure closed")
    : command
        .replace(`--host ${host.name} --event ${event}`, `--event ${neverDenied.has(event) ? "Stop" : "PreToolUse"}`)
        .concat(fault)

/** Runs each entry with its fault, and asserts that it means what the policy says. */
export const assertMeant = (
  rows: ReadonlyArray<Row>,
  project: string,
  installed: Readonly<Record<Fault, readonly [string, string]>>,
  input: string
): Effect.Effect<void> => {
  const runs = new Map<string, Effect.Effect<Ended>>()
  const runOf = (row: Row): Effect.Effect<Ended> => {
    const command = commandIn(row.host, row.event, row.policy, installed[row.fault])
    const key = keyOf(command, row)
    const run = runs.get(key) ?? Effect.runSync(Effect.cached(runBySh(command, project, input)))
    runs.set(key, run)
    return run
  }
  return Effect.map(
    Effect.forEach(
      rows,
      (row) =>
        Effect.map(runOf(row), (ended) => [
          row.host.name,
          row.event,
          row.policy,
          row.fault,
          readBy(row.host, row.event, ended)
        ]),
      { concurrency: 4 }
    ),
    (found) =>
      assert.deepStrictEqual(
        found,
        rows.map(({ event, fault, host, policy }) => [host.name, event, policy, fault, expected(host, event, policy)])
      )
  )
}

/** Returns all entries of these hosts, with this fault. */
export const rowsOf = (all: ReadonlyArray<HostFacts>, fault: Fault): ReadonlyArray<Row> =>
  all.flatMap((host) =>
    AttachText.registeredEvents(host).flatMap((event) => policies.map((policy) => ({ host, event, policy, fault })))
  )
