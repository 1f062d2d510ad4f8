// The sandbox of `docs/security.md`, as it is written there, against a hook that tries to get out.
import { assert, describe } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import { Leftovers, Requirement, TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import path from "node:path"
import { around, executorOf } from "./support/answering.ts"

/** The words of the example, with the home of a test. */
const exampleIn = (home: string): ReadonlyArray<string> => {
  const text = readFileSync(path.join(import.meta.dirname, "../../../docs/security.md"), "utf8")
  const [, json = "{}"] = /```json\n(\{\s*"wrap"[^]*?\})\n```/.exec(text) ?? []
  // The guide's own example, whose shape this test is about.
  const { wrap } = JSON.parse(json) as { readonly wrap: ReadonlyArray<string> }
  return wrap.map((word) => word.replace("/home/me", home))
}

const listening = (address: string | number): Effect.Effect<Server> =>
  Effect.promise(
    () =>
      new Promise((resolve) => {
        const server = createServer((socket) => socket.end())
        server.listen(address, () => resolve(server))
      })
  )

/** A process outside of the sandbox, with a secret among its variables. */
const victim = Effect.acquireRelease(
  Effect.sync(() => spawn("sleep", ["60"], { env: { ...process.env, SECRET: "of the victim" }, stdio: "ignore" })),
  (child) => Effect.sync(() => void child.kill("SIGKILL"))
)

const connects = (family: string, address: string) =>
  `python3 -c 'import socket; s = socket.socket(socket.${family}); s.settimeout(1); s.connect(${address})' 2>/dev/null`

describe("the sandbox of the guide on security", () => {
  // proves: docs/security.md
  Requirement.live(Requirement.sandboxes)("lets hooks read the project and answer, and nothing else", () =>
    Effect.gen(function* () {
      const { home } = yield* TestProject.make({
        "~/.ssh/id": "secret",
        "~/.claude/guard.sh": { script: "#!/bin/sh\nexit 2\n" },
        "~/work/project/README": "a project\n"
      })
      const project = path.join(home, "work/project")
      const socket = path.join(home, "agent.sock")
      const servers = [yield* listening(socket), yield* listening(0)]
      yield* Effect.addFinalizer(() => Effect.sync(() => servers.forEach((server) => server.close())))
      const address = servers[1]?.address()
      const port = typeof address === "object" ? (address?.port ?? 0) : 0
      const { pid = 0 } = yield* victim
      const attempts: Readonly<Record<string, string>> = {
        "writes the project": "echo x >evil",
        "writes its own hooks": `echo x >'${home}/.claude/guard.sh'`,
        "reads a key": `cat '${home}/.ssh/id'`,
        "connects to a port": connects("AF_INET", `("127.0.0.1", ${port})`),
        "connects to a socket": connects("AF_UNIX", `"${socket}"`),
        "sees a process outside": `kill -0 ${pid}`,
        "reads the variables of a process outside": `grep -q SECRET /proc/${pid}/environ`,
        "signals the agent": `kill -0 ${process.pid}`
      }
      const tries = Object.entries(attempts).map(
        ([what, text]) => `if (${text}) >/dev/null 2>&1; then echo '${what}'; fi`
      )
      const command = `echo x >'${home}/evil'; python3 -c 'print("python")'; cat README; '${home}/.claude/guard.sh'; echo "$?"; echo seen >/dev/stderr; ${tries.join("\n")}
        setsid sh -c 'sleep 30' >/dev/null 2>&1 & echo done`
      const settings = { wrap: exampleIn(home) }
      const { execute } = yield* Executor
      const inside = TestWork.make({ _tag: "Command", command }, { project, settings })
      assert.deepStrictEqual(yield* execute(inside), {
        _tag: "Exit",
        code: 0,
        stdout: "python\na project\n2\ndone\n",
        stderr: "seen\n"
      })
      // What it writes elsewhere is in the memory of the sandbox.
      for (const place of [home, project]) assert.isFalse(existsSync(path.join(place, "evil")))
      // Without the sandbox each attempt succeeds, so that its failure above shows something.
      const outside = TestWork.make({ _tag: "Command", command: tries.join("\n") }, { project })
      const stdout = Object.keys(attempts).map((what) => `${what}\n`)
      assert.deepInclude(yield* execute(outside), { _tag: "Exit", stdout: stdout.join("") })
    }).pipe(Effect.provide(Layer.provide(executorOf("warm"), around)), Effect.scoped, Leftovers.none)
  )
})
