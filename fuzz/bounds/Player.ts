// The process that plays scenes, with the environment of the user whose guards are compared.
import { spawn } from "node:child_process"
import path from "node:path"
import { createInterface } from "node:readline"
import type { Folders } from "./Person.ts"
import type { Played, Scene } from "./Scene.ts"

export interface Player {
  readonly play: (scene: Scene) => Promise<Played>
  readonly close: () => Promise<void>
}

/** Longer than this no scene may take, also on a busy machine: a project must not keep the user's guards waiting. */
const longest = 60_000

const begin = ({ bin, home, root }: Folders) => {
  const child = spawn(process.execPath, ["--conditions=@hookline/source", path.join(import.meta.dirname, "play.ts")], {
    cwd: "/",
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      HOME: home,
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      LANG: "C.UTF-8",
      TMPDIR: root,
      PYTHONDONTWRITEBYTECODE: "1"
    }
  })
  child.stdin.on("error", () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return { child, lines, ended }
}

/** Plays in one process for as long as that answers, and in a new one after it has not. */
export const start = (folders: Folders): Player => {
  let running = begin(folders)
  return {
    play: async (scene) => {
      const { child, ended, lines } = running
      const late = setTimeout(() => child.kill("SIGKILL"), longest)
      child.stdin.write(`${JSON.stringify(scene)}\n`)
      const { done, value } = await lines.next()
      clearTimeout(late)
      // `play.ts` prints nothing else.
      if (done !== true) return JSON.parse(value) as Played
      await ended
      running = begin(folders)
      return {
        project: "",
        runs: [],
        counted: {},
        problem: `the hooks did not end within ${longest / 1000} s, or ended the process`
      }
    },
    close: async () => {
      running.child.stdin.end()
      await running.ended
    }
  }
}
