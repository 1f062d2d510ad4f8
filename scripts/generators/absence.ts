// Generates the reference page of entries without Hookline: what each event of each host comes to, and the end of the entry
// that sees to it. The tests run the same entries by a real shell, with each fault, and compare them with this.
import * as AttachText from "hookline/kit/manage/attach/AttachText"
import * as Dialects from "@hookline/dialects/Dialects"
import { commandIn, expected, faults, hosts } from "../../packages/hookline/test/dispatch/absence.ts"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const installed = ["/usr/bin/node", "/usr/lib/hookline/bin/hookline.js"] as const

/** Returns the part of an entry that the shell runs where Hookline fails. */
const endOf = (command: string): string => {
  const at = command.indexOf(" || ")
  const end = at < 0 ? "" : command.slice(at + 1)
  return end === "" ? "" : `, by \`${end.startsWith("|| echo") ? "|| echo …" : end}\``.replaceAll("|", "\\|")
}

const cell = (host: (typeof hosts)[number], event: string, policy: "open" | "closed"): string => {
  if (!AttachText.registeredEvents(host).includes(event)) return "–"
  const { action, isReported } = expected(host, event, policy)
  return `${action === "denied" ? "denied" : isReported ? "passes, reported" : "passes"}${endOf(commandIn(host, event, policy, installed))}`
}

/** The entries under `ask` are those under `closed`, but for the word. */
const columns = ["open", "closed"] as const

const titles = hosts.flatMap(({ name }) => columns.map((policy) => `${Dialects.named(name)?.title ?? name}, ${policy}`))

const events = [...new Set(hosts.flatMap((host) => AttachText.registeredEvents(host)))]

const page = (): string => `# Entries without Hookline

\`hookline attach\` writes entries that mean what the failure policy says also where Hookline can't answer: Node or its script
is gone, a part of its bundle is broken, or the payload can't be read. Each entry names its event. Under \`closed\` and \`ask\`
the event is denied if it can be, and never the end of a turn or of a task; under \`open\` it passes, and the host shows the
failure. **–**: \`attach\` writes no entry for this event of this host.

Each cell is run by a real shell with each fault, and read as the host reads it: ${faults.join(", ")}.
opencode has a plugin of Hookline's in the place of entries: it denies calls, prompts and questions for permission under
\`closed\` and \`ask\`, and shows one message under \`open\`. A test loads it with each of these faults, and with answers that
can't be read, signals and programs that never answer.

Under \`ask\` entries are those under \`closed\`, since there is no one to ask with.

${[["event", ...titles], ["---", ...titles.map(() => "---")], ...events.map((event) => [event, ...hosts.flatMap((host) => columns.map((policy) => cell(host, event, policy)))])].map(row).join("\n")}
`

export const generate = () => [{ path: "docs/reference/absence.md", text: page() }]
