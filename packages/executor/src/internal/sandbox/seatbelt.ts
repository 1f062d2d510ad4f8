/** `sandbox-exec` of macOS. It is written by its documentation, and no run of ours has tried it. */
import type { Program } from "@hookline/core/Sandbox"
import { rights } from "@hookline/schema/Profile"
import { type Backend, type Enclosed, firstFree, type Ready } from "./Backend.ts"
import { holdsBut } from "./holds.ts"
import { type Tool, toolAt } from "./tool.ts"

const file = "/usr/bin/sandbox-exec"

/** Writes a text in a profile. */
const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`

const paths = (files: ReadonlyArray<string>): string => files.map((each) => `(subpath ${quoted(each)})`).join(" ")

/** Returns the rules of a profile. Of two rules the later one counts. */
export const rulesOf = (program: Program, { access, folder, profile }: Enclosed): string => {
  const { desktop, network } = rights[profile]
  const written = [...access.writable, ...(program.writes ?? []), folder]
  return [
    "(version 1)",
    "(deny default)",
    '(import "system.sb")',
    "(allow process-exec process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow file-read*)",
    ...(access.secrets.length === 0 ? [] : [`(deny file-read-data ${paths(access.secrets)})`]),
    `(allow file-write* ${paths(written)} (literal "/dev/null") (literal "/dev/zero") (regex #"^/dev/fd/"))`,
    ...(access.configuring.length === 0 ? [] : [`(deny file-write* ${paths(access.configuring)})`]),
    "(deny network*)",
    ...(network ? ["(allow network-outbound (remote ip))", "(allow system-socket)"] : []),
    ...(desktop
      ? [
          "(allow network-outbound (remote unix-socket))",
          "(allow mach-lookup)",
          '(allow file-write* (literal "/dev/tty"))'
        ]
      : [])
  ].join("\n")
}

/** Returns the text of the shell that reports the start, and becomes the program. */
const beginning = (control: number): string =>
  [
    String.raw`command -v "$1" >/dev/null 2>/dev/null || { printf '\006\025%s' 2 >&${control}; exit 127; }`,
    String.raw`printf '\006' >&${control}`,
    `exec "$@" ${control}>&-`
  ].join("\n")

const holds = holdsBut(() => ["outlive"], "untested")

const ready = (tool: Tool): Ready => ({
  tools: [tool],
  holds,
  weaker: ["no run of Hookline's tests has tried it", "what a hook starts by setsid outlives it"],
  launch: (program, enclosed) => {
    const control = firstFree(program)
    return {
      file: tool.file,
      args: [
        "-p",
        rulesOf(program, enclosed),
        "/bin/sh",
        "-c",
        beginning(control),
        "sh",
        program.file,
        ...program.args
      ],
      env: { ...program.env, TMPDIR: enclosed.folder },
      descriptors: ["input", "output", "error", ...(program.hasScript ? (["script"] as const) : []), "control"],
      request: Buffer.alloc(0),
      hidesSignals: false,
      endsAll: false
    }
  }
})

export const seatbelt: Backend = {
  name: "sandbox-exec",
  untested: true,
  holds,
  find: async () => {
    if (process.platform !== "darwin") return "sandbox-exec is of macOS"
    const tool = toolAt(file)
    return typeof tool === "string" ? tool : ready(tool)
  }
}
