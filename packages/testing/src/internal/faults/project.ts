/** The files of a suite of faults: the hooks of all rows, what they need, and a healthy guard. */
import type { Options } from "../../FaultTest.ts"
import type * as TestProject from "../../TestProject.ts"
import { guarded } from "./columns.ts"
import { guard } from "./judge.ts"

/** Nothing that ends by itself needs as long, also on a busy machine. */
export const defaultSeconds = 30

/** The name by which the hooks of a row are found. */
export const rowOf = (index: number): string => `Fault${index}`

/** The healthy guard runs in this process, so that what breaks processes does not break it. */
const guardModule = `export default () => ({ hookSpecificOutput: { hookEventName: "PreToolUse",
  permissionDecision: "deny", permissionDecisionReason: ${JSON.stringify(guard.reason)} } })`

/** In a person's own file: modules are not taken from a project. */
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

/** All files of all faults. Two that want the same one to be different would not be what they say. */
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

/** The project of these faults, whose hooks are written like this. */
export const filesOf = <Opened, A, E>(
  options: Options<Opened, A, E>,
  entries: ReadonlyArray<Readonly<Record<string, unknown>>>
): TestProject.Files => ({
  ...neededBy(options),
  "~/.claude/settings.json": settingsOf(entries),
  "~/.claude/guard.mjs": guardModule
})
