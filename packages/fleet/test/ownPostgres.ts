// A server of Postgres for the tests of one process, from the programs that Debian installs. It ends with the process.
import { execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { createServer, Socket } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"

const installed = "/usr/lib/postgresql"

/** Returns the folder of the newest programs, if there are any. */
const programs = (): string | undefined => {
  if (!existsSync(installed)) return undefined
  const versions = readdirSync(installed).toSorted((one, other) => Number(other) - Number(one))
  return versions.map((version) => join(installed, version, "bin")).find((bin) => existsSync(join(bin, "initdb")))
}

/** Returns the user that a server runs as: Postgres refuses root. */
const userFor = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (userInfo().uid !== 0) return undefined
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith("postgres:"))
  const [, , uid = "65534", gid = "65534"] = line?.split(":") ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Starts a server, and returns its address once it answers. `undefined` where nothing is installed or it does not start. */
export const ownPostgres = async (answers: (url: string) => Promise<boolean>): Promise<string | undefined> => {
  const bin = programs()
  if (bin === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), "hookline-postgres-"))
  const user = userFor()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const made = ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"]
  execFileSync(join(bin, "initdb"), made, { ...user, cwd: folder, stdio: "ignore" })
  const port = await freePort()
  const settings = ["listen_addresses=127.0.0.1", "fsync=off"].flatMap((setting) => ["-c", setting])
  const words = ["-D", data, "-p", String(port), "-k", folder, ...settings]
  // The shell outlives this process by the moment in which it ends the server: a worker may be killed.
  const script =
    'bin=$1; shift; "$bin/postgres" "$@" </dev/null & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$0"'
  const server = spawn("sh", ["-c", script, folder, bin, ...words], {
    ...user,
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  server.unref()
  if (server.stdin instanceof Socket) server.stdin.unref()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let tries = 0; tries < 100 && server.exitCode === null; tries++) {
    if (await answers(url)) return url
    await setTimeout(100)
  }
  return undefined
}
