/** Faults in the entries of a client's settings, each of which must turn a cell red. */
import { readFileSync, writeFileSync } from "node:fs"
import type { Client } from "./clients/Client.ts"

export const faults = [
  "a denial in another agent's words",
  "exit code 2 without a text",
  "a timeout in another unit"
] as const
export type Fault = (typeof faults)[number]

const denial = JSON.stringify({
  suppressOutput: true,
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "not on my watch"
  }
})

const commandOf = (fault: Fault, { foreignDenial }: Client): string =>
  fault === "exit code 2 without a text"
    ? "cat > /dev/null; exit 2"
    : `cat > /dev/null; echo '${foreignDenial === undefined ? denial : JSON.stringify(foreignDenial)}'`

const isOurs = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  "command" in value &&
  typeof value.command === "string" &&
  value.command.includes(" dispatch --host ")

const isPlugin = (file: string): boolean => file.endsWith(".js")

/** Plants a fault in the constants of a plugin. */
const inPlugin = (text: string, fault: Fault, client: Client): string =>
  fault === "a timeout in another unit"
    ? text.replaceAll(/^( {4}"\w+": )\d+/gm, "$11")
    : text.replace(/"command": \[[^\]]*\]/, `"command": ${JSON.stringify(["/bin/sh", "-c", commandOf(fault, client)])}`)

/** Plants a fault in all entries of Hookline. */
export const plant = (file: string, fault: Fault, client: Client): void => {
  if (isPlugin(file)) return writeFileSync(file, inPlugin(readFileSync(file, "utf8"), fault, client))
  const settings: unknown = JSON.parse(readFileSync(file, "utf8"), (_key, value: unknown) => {
    if (!isOurs(value)) return value
    if (fault !== "a timeout in another unit") return { ...value, command: commandOf(fault, client) }
    const { timeout } = value
    // Seconds where milliseconds are read, or the reverse.
    return typeof timeout === "number" ? { ...value, timeout: timeout >= 1000 ? 1 : 0.001 } : value
  })
  writeFileSync(file, JSON.stringify(settings, undefined, 2))
}
