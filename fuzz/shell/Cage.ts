// Runs texts in bash, in a cage: what they do is seen by the stubs that they run, and reaches nothing else.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"

export interface Cage {
  readonly _tag: "Cage"
  /** Returns the stubs that each text has run, with their first arguments, such as `git push`. */
  readonly ran: (texts: ReadonlyArray<string>) => Promise<ReadonlyArray<ReadonlyArray<string>>>
  /** Checks that stubs are seen and that nothing can be written, and ends the cage. */
  readonly close: () => Promise<void>
}

/** The reason for which this machine has no cage. */
export interface NoCage {
  readonly _tag: "NoCage"
  readonly reason: string
}

const here = import.meta.dirname

const namespaces = ["--user", "--map-root-user", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork"]

/** Texts by which a cage shows that it is one, and the stubs that each runs. */
const checks: ReadonlyArray<readonly [text: string, ran: ReadonlyArray<string>]> = [
  ["rm x", ["rm x"]],
  ["/bin/rm x", ["rm x"]],
  ["env -i /usr/bin/rm x", ["rm x"]],
  ["(sleep 0.1; rm x) &", ["rm x"]],
  ["cat <(rm x)", ["rm x"]],
  ["git push", ["git push"]],
  ["ls; echo rm x", []],
  ["for file in /x /usr/x /usr/bin/rm /stubs/rm /proc/sys/x; do : > $file && rm $file; done", []],
  ["[ $(wc -l < /proc/net/dev) -gt 3 ] && rm network", []],
  ["[ -e /root ] || [ -e /home ] || [ -e /etc/passwd ] || rm x", ["rm x"]]
]

const open = (): { readonly process: ChildProcess; readonly folder: string } => {
  const folder = mkdtempSync(path.join(tmpdir(), "hookline-cage-"))
  const words = [...namespaces, "--kill-child", "bash", path.join(here, "cage.sh"), folder, path.join(here, "run.sh")]
  return { folder, process: spawn("unshare", words, { stdio: ["pipe", "pipe", "pipe"] }) }
}

/** Makes a cage, or returns the reason why there is none. */
export const make = async (): Promise<Cage | NoCage> => {
  if (process.platform !== "linux") return { _tag: "NoCage", reason: `it needs Linux, and this is ${process.platform}` }
  const { folder, process: caged } = open()
  const { stderr, stdin, stdout } = caged
  if (stdin === null || stdout === null || stderr === null) throw new Error("A process with pipes has none.")

  let errors = ""
  stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
  // A write to a cage that has ended fails; its end is seen below.
  stdin.on("error", (error) => (errors += error.message))
  const ended = new Promise<void>((resolve) => {
    caged.on("error", (error) => {
      errors += error.message
      resolve()
    })
    caged.on("close", () => resolve())
  })
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()

  let count = 0
  const ran: Cage["ran"] = async (texts) => {
    stdin.write(texts.map((text) => `${text.replaceAll("\0", "")}\0`).join(""))
    const found: Array<ReadonlyArray<string>> = []
    for (const text of texts) {
      const line = await lines.next()
      if (line.done === true) throw new Error(`The cage ended at ${JSON.stringify(text)}: ${errors}`)
      const [number = "", stubs = ""] = line.value.split(":")
      if (number !== String(count++)) throw new Error(`The cage answers for another text than ${JSON.stringify(text)}`)
      found.push(stubs === "" ? [] : stubs.split(";"))
    }
    return found
  }

  /** A text that a busy machine has not run before its time was over is given once more, but none that ran too much. */
  const ranInTime = async (text: string, wanted: string): Promise<string> => {
    for (let tries = 0; tries < 20; tries++) {
      const [stubs = []] = await ran([text])
      if (stubs.length > 0 || wanted === "") return stubs.join(";")
    }
    return ""
  }

  const verify = async (): Promise<void> => {
    for (const [text, wanted] of checks) {
      const found = await ranInTime(text, wanted.join(";"))
      if (found !== wanted.join(";")) throw new Error(`The cage is open: ${text} ran ${found}`)
    }
  }

  const end = async (): Promise<void> => {
    stdin.end()
    await ended
    rmSync(folder, { recursive: true })
  }

  const [first] = await ran(["rm x"]).catch(() => [undefined])
  if (first === undefined) {
    await end()
    return { _tag: "NoCage", reason: errors.trim() || "unshare ended without a word" }
  }
  await verify()
  return {
    _tag: "Cage",
    ran,
    close: async () => {
      try {
        await verify()
      } finally {
        await end()
      }
    }
  }
}
