// A long day: 100,000 mixed events through one pipeline, crashes and timeouts among them. It checks every answer, looks at
// what the process holds meanwhile, takes minutes, and fails where something grows. `npm run soak -- 10000 7` sends so many,
// in the order of another seed.
import { Pipeline } from "@hookline/core/Pipeline"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as HookEvent from "@hookline/schema/HookEvent"
import { Leftovers } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { deck, kinds, settings } from "./events.ts"

const [, , said = "100000", seed = "1"] = process.argv
const total = Number(said)
const workers = 8
const rounds = 10

const { gc } = globalThis
if (gc === undefined) throw new Error("it needs --expose-gc, as `npm run soak` gives it")

/** What the process holds, when nothing runs. */
interface Held {
  readonly events: number
  readonly heap: number
  readonly resident: number
  readonly files: number
  readonly children: number
  readonly temporary: number
}

const megabytes = (bytes: number): number => bytes / 2 ** 20

const heldNow = (events: number): Held => {
  gc()
  const { heapUsed, rss } = process.memoryUsage()
  const { children, files, temporary } = Leftovers.now()
  return {
    events,
    heap: megabytes(heapUsed),
    resident: megabytes(rss),
    files,
    children: children.length,
    temporary: temporary.length
  }
}

const row = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(" | ")} |`

const project = mkdtempSync(path.join(tmpdir(), "soak-"))
mkdirSync(path.join(project, ".claude"), { recursive: true })
writeFileSync(path.join(project, ".claude/settings.json"), JSON.stringify(settings))
const before = heldNow(0)
const scope = await Effect.runPromise(Scope.make())
const folders = { project, home: path.join(project, "home"), config: path.join(project, "home/.config") }
const layer = NodePipeline.layer({
  project: folders,
  trust: Trust.layerAll,
  host: ClaudeCode,
  provide: [NodeExecutor.layer]
})
const { answer } = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Pipeline)

const draw = deck(Number(seed))
const sent = new Map<string, number>()
const wrong: Array<string> = []

const one = async (): Promise<void> => {
  const kind = draw()
  sent.set(kind.tool, (sent.get(kind.tool) ?? 0) + 1)
  const event = HookEvent.cases.PreToolUse.make({
    toolName: kind.tool,
    toolInput: { command: "rm -rf /" },
    sessionId: "soak",
    cwd: project
  })
  const report = await Effect.runPromise(answer(event))
  const problem = kind.wrong(report)
  if (problem !== undefined) wrong.push(`${kind.tool}: ${problem}: ${JSON.stringify(report).slice(0, 400)}`)
}

const some = async (count: number): Promise<void> => {
  let left = count
  const work = async () => {
    while (left-- > 0) await one()
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** What was left to end by itself has ended: shells that wait stay. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2500))

console.log(row(["events", "s", "heap MB", "resident MB", "open files", "processes", "temporary"]))
console.log(row(["---:", "---:", "---:", "---:", "---:", "---:", "---:"]))
const started = performance.now()
const looks: Array<Held> = []
for (let round = 1; round <= rounds; round++) {
  await some(Math.round(total / rounds))
  await settle()
  const look = heldNow(Math.round((total / rounds) * round))
  looks.push(look)
  const { children, events, files, heap, resident, temporary } = look
  const seconds = (performance.now() - started) / 1000
  console.log(row([events, seconds.toFixed(0), heap.toFixed(1), resident.toFixed(0), files, children, temporary]))
}
await Effect.runPromise(Scope.close(scope, Exit.void))
await settle()
const after = heldNow(total)
rmSync(project, { recursive: true, force: true })

console.log(`\n${kinds.map(({ tool }) => `${tool} ${sent.get(tool) ?? 0}`).join(", ")}`)
console.log(
  `Closed: ${after.files} open files (${before.files} before), ${after.children} processes, ${after.temporary} temporary files.`
)

/** The pipes that a process keeps for hooks to come: a batch of 96 is created where fewer than 24 are unused. */
const mostUnused = 24 + 96

/** The first round fills what is kept; from then on nothing grows. */
const [, first, ...others] = looks
const last = others.at(-1)
const grown = (of: (held: Held) => number): number => (first && last ? of(last) - of(first) : Number.NaN)
const problems = [
  ...wrong.slice(0, 20),
  ...(grown(({ heap }) => heap) > 10 ? [`the heap has grown by ${grown(({ heap }) => heap).toFixed(1)} MB`] : []),
  ...(grown(({ resident }) => resident) > 60 ? ["the memory of the process has grown by more than 60 MB"] : []),
  ...(last !== undefined && last.files > before.files + mostUnused + 20
    ? ["more files are open than a reserve of pipes explains"]
    : []),
  ...(grown(({ children }) => children) > 20 ? ["processes have grown by more than 20"] : []),
  ...(after.files > before.files + 2 ? [`${after.files - before.files} files are still open`] : []),
  ...(after.children > 0 ? [`${after.children} processes are left`] : []),
  ...(after.temporary > 0 ? [`${after.temporary} temporary files are left`] : [])
]
if (problems.length === 0) console.log(`All ${total} answers were right, and nothing has grown.`)
else {
  console.error(`${wrong.length} answers were wrong.\n${problems.join("\n")}`)
  process.exitCode = 1
}
