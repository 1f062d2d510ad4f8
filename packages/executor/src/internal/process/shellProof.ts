/**
 * The proof that a program is a shell: `SHELL -c 'exit 7'` exits with 7. Without it a setting such as `shell: "true"` would
 * let every guard pass, because such a program exits with 0 whatever its command is.
 */
import type { Inside } from "@hookline/core/Sandbox"
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync } from "node:fs"
import type { Program } from "./commandOf.ts"
import type { Groups } from "./Groups.ts"
import { spawnLaunch } from "./launched.ts"
import type { Pipes } from "./Pipes.ts"
import { identityOf, kept, type Result, watch } from "./proofs.ts"
import type { Ended } from "./supervise.ts"

/** The exit code of the proof, and the command that leads to it. */
const expected = 7
export const proving = `exit ${expected}`

/** The time after which a program that has not exited is no shell. */
const patienceMillis = 5000

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The session's processes, which end with it. */
  readonly groups: Groups
  readonly pipes: Pick<Pipes, "file">
  /** The sandbox of the hook: a shell that a project names is not tried outside of it. */
  readonly inside?: Inside | undefined
}

interface Started {
  readonly child: ChildProcess
  readonly endOf: (ended: Ended) => Ended
}

const start = ({ args, called, file }: Program, { cwd, env, inside, pipes }: Place): Started => {
  if (inside === undefined) {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: "ignore",
      detached: process.platform !== "win32",
      windowsHide: true,
      ...(called !== undefined && { argv0: called })
    })
    return { child, endOf: (ended) => ended }
  }
  const files: Array<number> = []
  const open = (): number => {
    const fd = pipes.file()
    files.push(fd)
    return fd
  }
  try {
    const ends = { stdin: open(), stdout: open(), stderr: open() }
    return spawnLaunch(inside.launch({ file, args, called, env, hasScript: false }), ends, { cwd, file: pipes.file })
  } finally {
    for (const fd of files) closeSync(fd)
  }
}

const prove = (program: Program, place: Place): Promise<Result> =>
  new Promise((resolve, reject) => {
    const { child, endOf } = start(program, place)
    const onExit = (code: number | null, signal: string | null): void => {
      const ended = endOf({
        _tag: "Exited",
        code: code ?? 0,
        stdout: "",
        stderr: "",
        cut: false,
        held: false,
        hides: false
      })
      // Its own start reports that there is no sandbox, or no such program.
      if (ended._tag === "Unconfined" || ended._tag === "NotStarted") return resolve(undefined)
      resolve(code === expected ? true : `with \`${proving}\` it ended by ${code ?? signal}, and not by ${expected}`)
    }
    watch(child, place.groups, patienceMillis, { onError: reject, onExit })
  })

/**
 * Returns the reason for which a program is no shell, `undefined` if it is one or can't be found. Each program is tried once
 * in this process, as long as its file stays the same.
 */
export const whyNoShell = (program: Program, place: Place): undefined | Promise<string | undefined> => {
  const found = identityOf(program.file, place)
  return found === undefined
    ? undefined
    : kept(`shell\0${found}\0${place.inside?.key ?? ""}`, () => prove(program, place))
}
