/**
 * bubblewrap: the hook gets process ids, mounts and mostly a network of its own, and a filter of system calls. With
 * Landlock inside, both have to fail before a hook gets out.
 */
import { type Confined, type Descriptor, type Holds, type Program } from "@hookline/core/Sandbox"
import { rights } from "@hookline/schema/Profile"
import { existsSync, lstatSync, realpathSync } from "node:fs"
import path from "node:path"
import { type Backend, type Enclosed, firstFree, type Ready } from "./Backend.ts"
import { holdsBut, ofWriters } from "./holds.ts"
import { findLauncher, type Launcher, requestOf, wordsOf } from "./landlock.ts"
import { type Numbers, numbersOf } from "./numbers.ts"
import { filterOf } from "./seccomp.ts"
import { type Tool, toolAt } from "./tool.ts"
import { variablesOf } from "./variables.ts"

/** Paths of the system, which no project and no search path decides. */
const files: ReadonlyArray<string> = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/run/current-system/sw/bin/bwrap"]

/** Capabilities that root keeps: those over files and users. Others would lead around the sandbox. */
const kept: ReadonlyArray<string> = [
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "SETGID",
  "SETUID",
  "NET_BIND_SERVICE"
]

const isFolder = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true

/** Returns the words about mounts: the later ones cover the earlier. */
const mountsOf = (program: Program, { access, folder, profile }: Enclosed): ReadonlyArray<string> => [
  "--ro-bind",
  "/",
  "/",
  ...(rights[profile].desktop ? ["--dev-bind", "/dev", "/dev"] : ["--dev", "/dev"]),
  "--proc",
  "/proc",
  ...[...access.writable.filter((file) => file !== "/dev/shm"), ...(program.writes ?? []), folder].flatMap((file) => [
    "--bind",
    file,
    file
  ]),
  ...access.configuring.flatMap((file) => ["--ro-bind", file, file]),
  ...access.secrets.flatMap((file) => (isFolder(file) ? ["--tmpfs", file] : ["--ro-bind", "/dev/null", file]))
]

const namespacesOf = (profile: Confined): ReadonlyArray<string> => [
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  ...(rights[profile].network ? [] : ["--unshare-net"])
]

const capabilities = (): ReadonlyArray<string> =>
  process.geteuid?.() === 0 ? ["--cap-drop", "ALL", ...kept.flatMap((name) => ["--cap-add", `CAP_${name}`])] : []

const requestWith = (words: ReadonlyArray<string>): Buffer<ArrayBuffer> => Buffer.from(`${words.join("\0")}\0`)

/** Returns the text of the shell that reports the start, takes the descriptors of the program, and becomes it. */
const beginning = (output: number, error: number): string =>
  [
    String.raw`command -v "$1" >/dev/null 2>/dev/null || { printf '\006\025%s' 2 >&2; exit 127; }`,
    String.raw`printf '\006' >&2`,
    `exec >&${output} 2>&${error} ${output}>&- ${error}>&-`,
    'exec "$@"'
  ].join("\n")

/** Returns the name under which a shell finds a program where it can't set another one. */
const nameOf = ({ called, env, file }: Program): string => {
  if (called === undefined || called.includes("/") || path.basename(file) !== called) return file
  for (const folder of (env["PATH"] ?? "").split(":")) {
    try {
      const found = realpathSync(path.join(folder, called))
      return found === realpathSync(file) ? called : file
    } catch {
      // It is in another folder.
    }
  }
  return file
}

interface Insides {
  readonly descriptors: ReadonlyArray<Descriptor>
  readonly words: ReadonlyArray<string>
  readonly options: ReadonlyArray<string>
}

/** The program behind a shell, with a filter that bubblewrap sets. */
const behindShell =
  (numbers: Numbers) =>
  (program: Program, { profile }: Enclosed, first: number): Insides => {
    const { desktop, network } = rights[profile]
    const [output, error, filter] = [first, first + 1, first + 2]
    return {
      descriptors: [filterOf(numbers, { network, sockets: desktop, truncates: false, readsOnly: false })],
      options: ["--seccomp", String(filter)],
      words: ["/bin/sh", "-c", beginning(output, error), "sh", nameOf(program), ...program.args]
    }
  }

/** The program behind a launcher of Landlock, which sets its own filter. */
const behindLauncher =
  (launcher: Launcher) =>
  (program: Program, enclosed: Enclosed, first: number): Insides => ({
    descriptors: [requestOf(launcher, program, enclosed, { output: first, error: first + 1 })],
    options: [],
    words: [...wordsOf(launcher, first + 2, 2), program.file, ...program.args]
  })

type Behind = ReturnType<typeof behindShell>

const readyWith = (tools: ReadonlyArray<Tool>, behind: Behind, weaker: ReadonlyArray<string>, holds: Holds): Ready => ({
  tools,
  holds,
  weaker: [
    ...weaker,
    "in the profiles work and net it can create files that configure agents where there are none",
    "in the profile notify it can connect to every socket that is a file"
  ],
  launch: (program, enclosed) => {
    const args = firstFree(program)
    const { descriptors, options, words } = behind(program, enclosed, args + 1)
    const { set, unset } = variablesOf(program, enclosed.folder)
    const script = program.hasScript ? (["script"] as const) : []
    return {
      file: tools[0]?.file ?? "",
      args: ["--args", String(args), "--", ...words],
      env: {},
      // Its own outputs are not those of the hook, because it keeps them open after the hook has ended.
      descriptors: ["input", "null", "control", ...script, "control", "output", "error", ...descriptors],
      request: requestWith([
        ...namespacesOf(enclosed.profile),
        ...capabilities(),
        ...mountsOf(program, enclosed),
        ...set.flatMap(([name, value]) => ["--setenv", name, value]),
        ...unset.flatMap((name) => ["--unsetenv", name]),
        ...options
      ]),
      hidesSignals: true,
      endsAll: true
    }
  }
})

/** Finds bubblewrap, or returns the reason for which there is none. */
const findTool = (): Tool | string => {
  if (process.platform !== "linux") return "bubblewrap is of Linux"
  let reason = "bubblewrap is not installed"
  for (const file of files.filter((each) => existsSync(each))) {
    const tool = toolAt(file)
    if (typeof tool !== "string") return tool
    reason = tool
  }
  return reason
}

const holdsAlone = holdsBut((profile) => [...ofWriters("createConfiguration")(profile), "openPipe"])
const holdsBoth = holdsBut(ofWriters("createConfiguration"))

export const bubblewrap: Backend = {
  name: "bubblewrap",
  untested: process.arch !== "x64",
  holds: holdsAlone,
  find: async () => {
    const tool = findTool()
    if (typeof tool === "string") return tool
    const numbers = numbersOf(process.arch)
    return numbers === undefined
      ? `its numbers for ${process.arch} are not known`
      : readyWith(
          [tool],
          behindShell(numbers),
          ["it can write into each pipe that has a name and that it may open"],
          holdsAlone
        )
  }
}

export const both: Backend = {
  name: "bubblewrap and landlock",
  untested: process.arch !== "x64",
  holds: holdsBoth,
  find: async () => {
    const tool = findTool()
    if (typeof tool === "string") return tool
    const launcher = await findLauncher()
    return typeof launcher === "string"
      ? launcher
      : readyWith([tool, launcher.tool], behindLauncher(launcher), [], holdsBoth)
  }
}
