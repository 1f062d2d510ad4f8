/**
 * Hookline's own guard: an agent's tool call that would change what guards the user is a question to the user.
 */
import type { NativeHook } from "@hookline/core/kit/match/NativeHooks"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import { type Guarded, guardedIn } from "./Guarded.ts"
import { type Finding, judge } from "./judge.ts"

/** The folders of a project and of its user. */
export interface Folders {
  readonly project: string
  readonly home: string
}

/** The id of the guard, by which the user's settings disable it. */
export const id = "user:hookline/own-guard"

/** The guard as a hook. It has no file. */
export const hook: Hook = {
  id,
  event: "PreToolUse",
  if: "a call that changes what guards you",
  handler: { _tag: "Native", name: "asks before a call that changes what guards you" },
  name: "own-guard",
  description:
    "Asks before a tool call that changes Hookline's settings, its entries in agents' settings, or runs its commands that grant",
  once: false,
  enabled: true,
  // A call that could not be judged may be such a call.
  onFailure: "ask",
  group: { index: 0, parallel: false },
  source: { dialect: "native", scope: "user", file: "", folder: "", at: [] }
}

/** Returns the guarded files of an event. */
export const guardedOf = (
  { home, project }: Folders,
  { cwd = project }: HookEvent,
  env: Readonly<Record<string, string | undefined>>
): Guarded => guardedIn({ home, project, cwd }, env)

/** Returns what a tool call would change. Other events change nothing. */
export const findingOf = (
  folders: Folders,
  event: HookEvent,
  env: Readonly<Record<string, string | undefined>> = process.env
): Finding | undefined =>
  event._tag === "PreToolUse"
    ? judge(guardedOf(folders, event, env), { tool: event.toolName, input: event.toolInput })
    : undefined

/** Creates the guard of a project. It is matched like any hook, and costs nothing where it does not match. */
export const make = (folders: Folders): NativeHook => ({
  hook,
  // After all others, so that it is given the input that they leave.
  priority: 100,
  when: (event) => {
    try {
      return findingOf(folders, event) !== undefined
    } catch {
      // It runs, and fails there, so that the policy decides.
      return true
    }
  }
})
