/** Spawns a program that confines itself, and reads from its control file whether it has done so. */
import { type Descriptor, type Launch, notExecuted, started } from "@hookline/core/Sandbox"
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, readSync, writeSync } from "node:fs"
import { constants } from "node:os"
import { getSystemErrorName } from "node:util"
import { crowded } from "./crowded.ts"
import type { Ended } from "./supervise.ts"

/** The report of a program that confines itself. */
export type Response =
  | { readonly _tag: "Confined" }
  /** It is confined, but the program could not be executed. */
  | { readonly _tag: "NotExecuted"; readonly code: string; readonly text: string }
  /** Nothing has run. */
  | { readonly _tag: "Unconfined"; readonly issue: string }

/** The descriptors of the confined program: numbers, or new pipes of Node. */
export interface Ends {
  readonly stdin: number
  readonly stdout: number | "pipe"
  readonly stderr: number | "pipe"
  readonly script?: number | undefined
}

/** The folder and the surroundings of the start. */
export interface Around {
  readonly cwd: string
  /** A program of the user, with its arguments and variables, inside which the program confines itself. */
  readonly wrap?: { readonly words: ReadonlyArray<string>; readonly env: Readonly<Record<string, string>> } | undefined
  /** Opens a new unnamed file. */
  readonly file: () => number
}

/** A process that confines itself. */
export interface Launched {
  readonly child: ChildProcess
  /** The indexes of the program's outputs among the descriptors of the process. */
  readonly outputs: { readonly stdout: number; readonly stderr: number }
  /** Reads the report. It is final once the process has exited. */
  readonly response: () => Response
  /** Returns the end of the program from that of the process. */
  readonly endOf: (ended: Ended) => Ended
  /** True if everything that the program leaves behind is to be ended with it. */
  readonly endsAll: boolean
  /** Checks that a program which is running by now is confined. Its report is not read again. */
  readonly confirm: () => boolean
  /** Lets the program outlive this process. */
  readonly keep: () => void
  /** Closes the control file, and removes what was made for the program. */
  readonly close: () => void
}

const mostRead = 4096

/** The delay after the end of a program before its folder is removed. */
const releaseMillis = 5

const fillAt = (fd: number, bytes: Uint8Array<ArrayBuffer>): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at)
}

/** Reads what was appended to a control file. */
const responseOf = (control: number, from: number): Response => {
  const bytes = Buffer.alloc(mostRead)
  const text = bytes.toString("utf8", 0, readSync(control, bytes, 0, mostRead, from))
  const at = text.indexOf(started)
  if (at < 0) return { _tag: "Unconfined", issue: text.trim() || "it ended before it was confined" }
  if (text[at + 1] !== notExecuted) return { _tag: "Confined" }
  const number = Number.parseInt(text.slice(at + 2), 10)
  const code = Number.isInteger(number) && number > 0 ? getSystemErrorName(-number) : "unknown"
  return { _tag: "NotExecuted", code, text: code }
}

/** The names of signals by their numbers. */
const signals: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name])
)

/** Returns the end of a program by a signal from the exit code of the process around it. */
const asSignalled = (ended: Ended): Ended => {
  const signal = ended._tag === "Exited" ? signals.get(ended.code - 128) : undefined
  if (ended._tag !== "Exited" || signal === undefined) return ended
  const { cut, stderr, stdout } = ended
  return { _tag: "Signalled", signal, stdout, stderr, cut }
}

const concluded = (response: Response, { hidesSignals }: Launch, ended: Ended): Ended => {
  // The system had no room for the process, which is tried again.
  if (ended._tag === "NotStarted" && crowded.has(ended.code)) return ended
  switch (response._tag) {
    case "Unconfined":
      return { ...response, ...(ended._tag === "NotStarted" && { issue: ended.text }) }
    case "NotExecuted":
      return { ...response, _tag: "NotStarted" }
    case "Confined":
      return hidesSignals ? asSignalled(ended) : ended
  }
}

/** Spawns the program. Throws if a file can't be opened, or the process can't be created; then everything is released. */
export const spawnLaunch = (launch: Launch, ends: Ends, { cwd, file, wrap }: Around): Launched => {
  const opened: Array<number> = []
  const release = () => {
    for (const fd of opened.splice(0)) closeSync(fd)
  }
  const withBytes = (bytes: Uint8Array<ArrayBuffer>): number => {
    const fd = file()
    opened.push(fd)
    fillAt(fd, bytes)
    return fd
  }
  try {
    // Kept open until the process has exited; the files of other descriptors are not needed once it is spawned.
    const control = withBytes(launch.request)
    const stdioOf = (descriptor: Descriptor): number | "pipe" | "ignore" => {
      if (typeof descriptor !== "string") return withBytes(descriptor)
      switch (descriptor) {
        case "input":
          return ends.stdin
        case "output":
          return ends.stdout
        case "error":
          return ends.stderr
        case "script":
          return ends.script ?? "ignore"
        case "control":
          return control
        case "null":
          return "ignore"
      }
    }
    const [outer, ...before] = wrap?.words ?? []
    const child = spawn(
      outer ?? launch.file,
      outer === undefined ? launch.args : [...before, launch.file, ...launch.args],
      {
        cwd,
        env: wrap === undefined ? launch.env : { ...wrap.env, ...launch.env },
        detached: process.platform !== "win32",
        stdio: launch.descriptors.map(stdioOf)
      }
    )
    for (const fd of opened.splice(1)) closeSync(fd)
    let last: Response | undefined
    const response = () => last ?? responseOf(control, launch.request.length)
    let isReleased = false
    const close = () => {
      if (isReleased) return
      isReleased = true
      last = response()
      release()
      // The answer does not wait for it, and what is not removed by the end of this process is removed then.
      setTimeout(launch.release, releaseMillis).unref()
    }
    // Before all other listeners, which ask for the end.
    child.once("exit", close)
    child.once("error", close)
    return {
      child,
      outputs: { stdout: launch.descriptors.indexOf("output"), stderr: launch.descriptors.indexOf("error") },
      response,
      endOf: (ended) => concluded(response(), launch, ended),
      endsAll: launch.endsAll,
      close,
      confirm: () => {
        if (response()._tag !== "Confined") return false
        last = response()
        release()
        return true
      },
      keep: () => {
        isReleased = true
        last ??= { _tag: "Confined" }
        release()
        launch.keep()
      }
    }
  } catch (error) {
    release()
    launch.release()
    throw error
  }
}
