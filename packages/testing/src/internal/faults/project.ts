/** The files of a suite of faults: the hooks of all rows, their files, and a healthy guard. */
import type { Options } from "../../FaultTest.ts"
import type * as TestProject from "../../TestProject.ts"
import { guarded } from "./columns.ts"
import { guard } from "./judge.ts"

/** Longer than any fault that ends by itself takes, also on a busy machine. */
export const defaultSeconds = 30

/** Returns the event target on which the hooks of a row run. */
export const rowOf = (index: number): string => `Fault${index}`

/** The healthy guard runs in this process, so that faults of processes do not affect it. */
const guardModule = `export default () => ({ hookSpecificOutput: { hookEventName: "PreToolUse",
  permissionDecision: "deny", permissionDecisionReason: ${JSON.stringify(guard.reason)} } })`

/** Writes user-level settings, because modules of a project are not allowed. */
const settingsOf = (entries: ReadonlyArray<Readonly<Record<string, unknown>>>): TestProject.Content => {
  const groups = (nameOf: (row: string) => string) =>
    entries.map((entry, index) => ({ matcher: nameOf(rowOf(index)), hooks: [{ timeout: defaultSeconds, ...entry }] }))
  const same = (row: string): string => row
  const hooks = {
    PreToolUse: [
      ...groups(same),
      ...groups(guarded),
      { matcher: `${guarded("")}$`, hooks: [{ type: "module", path: "./guard.mjs", name: guard.name }] }
    ],
    SubagentStop: groups(same),
    Notification: groups(same)
  }
  return { json: { hooks } }
}

/** The files of every fault, merged. Throws if two faults define the same path with different contents. */
const neededBy = <Opened, A, E>({ faults }: Options<Opened, A, E>): TestProject.Files => {
  const all: Record<string, TestProject.Content> = {}
  for (const { files = {} } of Object.values(faults)) {
    for (const [path, content] of Object.entries(files)) {
      if (path in all && all[path] !== content)
        throw new Error(`Two faults want ${path}; give them files of their own.`)
      all[path] = content
    }
  }
  return all
}

/** Returns the files of the project of these faults. */
export const filesOf = <Opened, A, E>(
  options: Options<Opened, A, E>,
  entries: ReadonlyArray<Readonly<Record<string, unknown>>>
): TestProject.Files => ({
  ...neededBy(options),
  "~/.claude/settings.json": settingsOf(entries),
  "~/.claude/guard.mjs": guardModule
})
