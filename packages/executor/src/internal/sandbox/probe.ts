/**
 * The probe of a sandbox: a program in the narrowest profile tries what must fail, and what must work. A sandbox that does
 * not hold what its table promises is not used for it.
 */
import type { Attempt, Launch } from "@hookline/core/Sandbox"
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { spawnLaunch } from "../process/launched.ts"
import { unnamedFile } from "../process/unnamedFile.ts"

/** The attempts of the probe, as texts of a shell. `$HOST` is the process that started it. */
const tries: Partial<Readonly<Record<Attempt, string>>> = {
  writeProject: "echo x >evil",
  writeHome: 'echo x >"$HOME/evil"',
  changeAttributes: 'chmod 0640 "$HOME/.ssh/id"',
  readSecret: 'read -r line <"$HOME/.ssh/id"',
  signal: 'kill -0 "$HOST"',
  limit: `[ -x /usr/bin/perl ] && /usr/bin/perl -e 'setpriority(0,$ENV{HOST},getpriority(0,$ENV{HOST})) or exit 1'`,
  readEnvironment: 'read -r line </proc/"$HOST"/environ',
  connect: `[ -x /usr/bin/perl ] && /usr/bin/perl -e 'socket(S,2,1,0) and connect(S,pack("Sna4x8",2,$ENV{PORT},"\\x7f\\0\\0\\1")) or exit 1'`,
  connectSocketFile: `[ -x /usr/bin/perl ] && /usr/bin/perl -e 'socket(S,1,1,0) and connect(S,pack("Sa*",1,"$ENV{HOME}/s")) or exit 1'`,
  mount: "unshare -rm true"
}

/** The proof that programs work, so that a hook runs as it would outside. */
const works = `[ "$(cat file)" = content ] && echo x >"$TMPDIR/x" && kill -0 $$ && : </dev/null >/dev/null && [ "$ASKED" = "a b" ]`

const script = [
  ...Object.entries(tries).map(([attempt, text]) => `if { ${text}; } >/dev/null 2>&1; then echo ${attempt}; fi`),
  `if { ${works}; } 2>/dev/null; then echo works; fi`,
  "exit 7"
].join("\n")

/** The result of a probe: the attempts that succeeded, or the reason for which the sandbox can't be used. */
export type Probed = { readonly succeeded: ReadonlyArray<Attempt> } | { readonly why: string }

const patienceMillis = 5000

const listening = (address: string | number): Promise<ReturnType<typeof createServer>> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once("error", reject)
    // Only programs of this machine may reach it.
    if (typeof address === "string") server.listen(address, () => resolve(server))
    else server.listen(address, "127.0.0.1", () => resolve(server))
  })

const run = (launch: Launch, cwd: string): Promise<Probed> => {
  const file = () => unnamedFile(["/dev/shm", tmpdir()])
  return new Promise((resolve) => {
    const stdin = openSync("/dev/null", "r")
    const launched = spawnLaunch(launch, { stdin, stdout: "pipe", stderr: "pipe" }, { cwd, file })
    closeSync(stdin)
    const { child, outputs } = launched
    let text = ""
    child.stdio[outputs.stdout]?.on("data", (part) => (text += String(part)))
    child.stdio[outputs.stderr]?.on("data", () => undefined)
    const timer = setTimeout(() => child.kill("SIGKILL"), patienceMillis)
    const end = (probed: Probed) => {
      clearTimeout(timer)
      launched.close()
      resolve(probed)
    }
    child.once("error", ({ message }) => end({ why: message }))
    child.once("close", (code) => {
      const response = launched.response()
      if (response._tag === "Unconfined") return end({ why: response.issue })
      const lines = text.split("\n")
      if (code !== 7 || !lines.includes("works")) return end({ why: "programs do not work in it" })
      // Only names of attempts are printed beside.
      end({ succeeded: lines.filter((line): line is Attempt => line in tries) })
    })
  })
}

/** Tries a sandbox. `enter` prepares the start of a program in the narrowest profile. */
export const probe = async (
  enter: (place: { readonly project: string; readonly home: string }, program: Parameters<Launcher>[0]) => Launch
): Promise<Probed> => {
  const root = mkdtempSync(path.join(tmpdir(), `hookline-${process.pid}-tmp-`))
  const [project, home] = [path.join(root, "project"), path.join(root, "home")]
  const servers: Array<ReturnType<typeof createServer>> = []
  try {
    mkdirSync(project)
    mkdirSync(path.join(home, ".ssh"), { recursive: true })
    writeFileSync(path.join(home, ".ssh/id"), "secret\n")
    writeFileSync(path.join(project, "file"), "content")
    servers.push(await listening(0), await listening(path.join(home, "s")))
    const address = servers[0]?.address()
    const port = typeof address === "object" ? String(address?.port ?? 0) : "0"
    const env = { PATH: "/usr/bin:/bin", HOME: home, HOST: String(process.pid), PORT: port, ASKED: "a b" }
    const program = { file: "/bin/sh", called: "sh", args: ["-c", script], env, hasScript: false }
    return await run(enter({ project, home }, program), project)
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) }
  } finally {
    for (const server of servers) server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

type Launcher = import("@hookline/core/Sandbox").Inside["launch"]

/** Returns the number of the system's start, by which a probe of an earlier one is not used again. */
export const bootOf = (): string => {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
  } catch {
    return ""
  }
}
