/**
 * Landlock and a filter of system calls, set by an interpreter of the system on itself before it becomes the hook. It needs
 * no rights, and no namespaces.
 */
import { type Attempt, type Confined, type Holds, type Program } from "@hookline/core/Sandbox"
import { rights } from "@hookline/schema/Profile"
import { execFile } from "node:child_process"
import { type Backend, type Enclosed, firstFree, type Ready } from "./Backend.ts"
import { holdsBut, ofWriters } from "./holds.ts"
import * as launchers from "./launchers.ts"
import { type Numbers, numbersOf } from "./numbers.ts"
import { desktopDevices, devices } from "./places.ts"
import { filterOf } from "./seccomp.ts"
import { type Tool, toolAt } from "./tool.ts"
import { quiet, variablesOf } from "./variables.ts"

/** Rights on files, as the kernel numbers them. Devices are never created, because root could open a disk by them. */
const execute = 1
const writeFile = 1 << 1
const readFile = 1 << 2
const readFolder = 1 << 3
const remove = (1 << 4) | (1 << 5)
const create = (1 << 7) | (1 << 8) | (1 << 9) | (1 << 10) | (1 << 12)
const refer = 1 << 13
const truncate = 1 << 14
const controlDevice = 1 << 15

const write = writeFile | remove | create | refer | truncate

/** Rights on the network and on scopes, all of which are handled where a profile has no network. */
const everyPort = 3
const abstractSockets = 1
const signals = 2

/** Capabilities that root keeps: those over files and users. Others would lead around the sandbox. */
const kept = [0, 1, 3, 4, 5, 6, 7, 10].reduce((sum, capability) => sum | (1 << capability), 0)

/** The versions of Landlock in which the kernel began to handle a right. */
const since = { refer: 2, truncate: 3, network: 4, devices: 5, scopes: 6 } as const

/** An interpreter with its version of Landlock. */
export interface Launcher {
  readonly tool: Tool
  readonly words: ReadonlyArray<string>
  readonly version: number
  readonly numbers: Numbers
}

interface Interpreter {
  readonly file: string
  readonly words: (text: string) => ReadonlyArray<string>
  readonly text: string
  readonly version: string
}

const pythonOf = (file: string): Interpreter => ({
  file,
  words: (text) => ["-I", "-S", "-c", text],
  text: launchers.python,
  version: "import ctypes; print(ctypes.CDLL(None).syscall(444,None,0,1))"
})

/** Interpreters of the system, at paths that no project and no search path decides. */
const interpreters: ReadonlyArray<Interpreter> = [
  { file: "/usr/bin/perl", words: (text) => ["-e", text], text: launchers.perl, version: "print syscall(444,0,0,1)" },
  pythonOf("/usr/bin/python3"),
  pythonOf("/usr/local/bin/python3")
]

/** Runs a text, and returns its output. */
const outputOf = ({ file, words }: Interpreter, text: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(file, words(text), { env: {}, timeout: 5000 }, (error, stdout) => resolve(error === null ? stdout : ""))
  })

/** Finds the first interpreter that works, or returns the reason for which there is none. */
export const findLauncher = async (): Promise<Launcher | string> => {
  if (process.platform !== "linux") return "Landlock is of Linux"
  const numbers = numbersOf(process.arch)
  if (numbers === undefined) return `its numbers for ${process.arch} are not known`
  const whys: Array<string> = []
  for (const interpreter of interpreters) {
    const tool = toolAt(interpreter.file)
    if (typeof tool === "string") {
      whys.push(tool)
      continue
    }
    const version = Number((await outputOf(interpreter, interpreter.version)) || -2)
    if (version >= 1) return { tool, words: interpreter.words(interpreter.text), version, numbers }
    whys.push(version === -1 ? "the kernel has no Landlock" : `${interpreter.file} does not run`)
  }
  return [...new Set(whys)].join(", ")
}

/** Returns the rights on files that a version of Landlock handles. */
const handledIn = (version: number): number => {
  const first = (1 << 13) - 1
  return (
    first |
    (version >= since.refer ? refer : 0) |
    (version >= since.truncate ? truncate : 0) |
    (version >= since.devices ? controlDevice : 0)
  )
}

/** Returns the numbers of the rights that are handled: of files, of ports, and of scopes. */
const handled = (version: number, profile: Confined): ReadonlyArray<number> => {
  const { network } = rights[profile]
  return [
    handledIn(version),
    ...(version >= since.network ? [network ? 0 : everyPort] : []),
    ...(version >= since.scopes ? [abstractSockets | signals] : [])
  ]
}

const withTail = (fields: ReadonlyArray<string>): Buffer<ArrayBuffer> => Buffer.from(`${fields.join("\0")}\0`)

/** Returns the fields that a launcher reads. `outputs` are the descriptors that become those of the program. */
export const requestOf = (
  { numbers, version }: Launcher,
  program: Program,
  { access, folder, profile }: Enclosed,
  outputs?: { readonly output: number; readonly error: number }
): Buffer<ArrayBuffer> => {
  const has = handledIn(version)
  const rule = (allowed: number, file: string) => `r${allowed & has} ${file}`
  const { desktop, network, writes } = rights[profile]
  const own = [0, outputs?.output ?? 1, outputs?.error ?? 2, ...(program.hasScript ? [3] : [])]
  const hidden = (file: string) => access.secrets.some((secret) => secret.startsWith(`${file}/`))
  const used = [...devices, ...(desktop ? desktopDevices : [])]
  const { set, unset } = variablesOf(program, folder)
  const truncates = version < since.truncate
  // Mounts around it that can't be written hold that, too, and permit it in the hook's own folder.
  const readsOnly = !writes && outputs === undefined
  const filter = filterOf(numbers, { network, sockets: desktop, truncates, readsOnly })
  return withTail([
    ...(program.outer === undefined ? [] : ["k"]),
    ...set.map(([name, value]) => `e${name}=${value}`),
    ...unset.map((name) => `u${name}`),
    `a${program.called ?? program.file}`,
    `h${handled(version, profile).join(" ")}`,
    // Names of files may be listed everywhere; the content of secrets is in no rule.
    rule(execute | readFolder, "/"),
    ...access.readable.map((file) => rule(readFile, file)),
    ...access.writable.map((file) => rule(hidden(file) ? write : write | readFile, file)),
    ...[...(program.writes ?? []), folder].map((file) => rule(write | readFile, file)),
    ...used.map((file) => rule(writeFile | readFile | truncate | controlDevice, file)),
    // A hook opens its own input and outputs again by `/dev/stdin` and the like.
    ...own.map((fd) => `f${(writeFile | readFile | truncate) & has} ${fd}`),
    ...(outputs === undefined ? [] : [`d${outputs.output} 1`, `d${outputs.error} 2`]),
    `s${filter.toString("hex")}`,
    ...(process.geteuid?.() === 0 ? [`c${kept}`] : [])
  ])
}

/** Returns the words that start a launcher. */
export const wordsOf = ({ numbers, tool, words }: Launcher, reads: number, writes: number): ReadonlyArray<string> => [
  tool.file,
  ...words,
  ...[reads, writes, numbers.prctl, numbers.capset].map(String)
]

const missingIn = (version: number): ReadonlyArray<Attempt> =>
  version >= since.scopes ? [] : ["signal", "connectAbstractSocket"]

/** Returns sentences on what an older kernel does not hold. */
export const weakerIn = (version: number): ReadonlyArray<string> => [
  ...(version < since.refer ? ["files can't be moved between folders, because the kernel is older than 5.19"] : []),
  ...(version < since.scopes ? ["a hook can signal processes of the user, because the kernel is older than 6.12"] : [])
]

const holdsIn = (version: number): Holds =>
  holdsBut((profile) => [
    "outlive",
    ...ofWriters("writeConfiguration", "createConfiguration", "changeAttributes")(profile),
    // A filter refuses all sockets that are no files where a profile has no desktop.
    ...missingIn(version).filter((attempt) => attempt === "signal" || rights[profile].desktop)
  ])

const ready = (launcher: Launcher): Ready => ({
  tools: [launcher.tool],
  holds: holdsIn(launcher.version),
  weaker: [
    ...weakerIn(launcher.version),
    "what a hook starts by setsid outlives it",
    "in the profiles work and net it can write what configures agents, in the project and in their folders of the home",
    "in the profiles work and net it can change rights, owners and times of all files of the user",
    "in the profile notify it can connect to every socket that is a file"
  ],
  launch: (program, enclosed) => {
    const control = firstFree(program)
    const [file = "", ...words] = wordsOf(launcher, control, control)
    return {
      file,
      args: [...words, program.file, ...program.args],
      env: quiet,
      descriptors: ["input", "output", "error", ...(program.hasScript ? (["script"] as const) : []), "control"],
      request: requestOf(launcher, program, enclosed),
      hidesSignals: false,
      endsAll: false
    }
  }
})

export const landlock: Backend = {
  name: "landlock",
  untested: process.arch !== "x64",
  holds: holdsIn(since.scopes),
  find: async () => {
    const launcher = await findLauncher()
    return typeof launcher === "string" ? launcher : ready(launcher)
  }
}
