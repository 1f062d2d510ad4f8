// Three agents in three processes share a policy, a hook that runs once, and a question that a person answers elsewhere.
import * as Alone from "@hookline/fleet/Alone"
import * as Gate from "@hookline/fleet/Gate"
import { Store } from "@hookline/fleet/Store"
import * as Effect from "effect/Effect"
import { HttpServer } from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** Starts a process of this example, and returns the line that it prints. */
const start = (file: string, ...args: ReadonlyArray<string>) => {
  // The condition is for the sources of this repository.
  const command = ["--conditions=@hookline/source", join(import.meta.dirname, "fleet", file), ...args]
  const child = spawn(process.execPath, command, { stdio: ["pipe", "pipe", "inherit"] })
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
  })
  const line = new Promise<string>((done, fail) => {
    child.stdout.on("data", () => text.includes("\n") && done(text.trim()))
    child.once("exit", () => fail(new Error(`${file} ended without a result`)))
  })
  const end = async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, "exit")
  }
  return { line: Effect.promise(() => line), end: Effect.promise(end) }
}

const program = Effect.gen(function* () {
  const { addToken } = yield* Store
  const { address } = yield* HttpServer
  const url = `http://127.0.0.1:${"port" in address ? address.port : 0}`
  const person = start("person.ts", url, yield* addToken("acme", "person", "ann"))
  const agents = []
  for (const [index, command] of ["git push --force", "git status", "git push"].entries()) {
    agents.push(start("agent.ts", url, yield* addToken("acme", "machine", `machine-${index + 1}`), command))
  }
  const lines = yield* Effect.forEach(agents, ({ line }) => line, { concurrency: "unbounded" })
  const answer = yield* person.line
  yield* Effect.forEach([...agents, person], ({ end }) => end, { concurrency: "unbounded", discard: true })
  return { agents: lines, answer }
})

// A gate beside a database in memory.
const fleet = Layer.provideMerge(Gate.layer({ port: 0 }), Alone.layer({ file: ":memory:" }))

export const { agents, answer } = await Effect.runPromise(Effect.provide(program, fleet))

console.log(agents.join("\n"))
// {"command":"git push --force","hasRun":false,"hasSetUp":true}
// {"command":"git status","hasRun":true,"hasSetUp":false}
// {"command":"git push","hasRun":true,"hasSetUp":false}
console.log(answer) // {"machine":"machine-3","answer":"Allow","by":"ann"}
