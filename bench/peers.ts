// Beside others, on the same hooks: Gemini CLI's HookSystem, as its package ships it, in a folder of its own. Each side
// is one event of an agent, from the call to the decision; ours is the whole pipeline over real files.
import { Pipeline } from "@hookline/core/Pipeline"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as NodeExecutor from "@hookline/node/NodeExecutor"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { Executor } from "@hookline/core/Executor"
import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { quantile } from "./quantile.ts"
import { pause } from "./processHost.ts"

const folder = path.join(import.meta.dirname, "peers")
const gemini = path.join(folder, "node_modules/@google/gemini-cli-core/dist/src/hooks/hookSystem.js")

/** Installed when somebody asks: nothing else needs it. */
const install = (): void => {
  if (existsSync(gemini)) return
  console.error("Installing what is measured beside ours, into bench/peers …")
  const npm = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--omit=optional"]
  const { status } = spawnSync("npm", npm, { cwd: folder, stdio: ["ignore", 2, 2] })
  if (status !== 0) throw new Error("bench/peers could not be installed: see above")
}

interface Hook {
  readonly matcher: string
  readonly command: string
  readonly limitMillis?: number
}

/** Whoever decides about a call of a tool. */
interface Host {
  readonly decide: () => Promise<"deny" | "pass">
  readonly close: () => Promise<void>
}

const tool = "Bash"
const input = { command: "rm -rf /" }

const groups = (hooks: ReadonlyArray<Hook>, unit: number) =>
  hooks.map(({ command, limitMillis = 60_000, matcher }) => ({
    matcher,
    hooks: [{ type: "command", command, timeout: limitMillis / unit }]
  }))

const ours =
  (warm: boolean) =>
  async (project: string, hooks: ReadonlyArray<Hook>): Promise<Host> => {
    mkdirSync(path.join(project, ".claude"), { recursive: true })
    const settings = JSON.stringify({ hooks: { PreToolUse: groups(hooks, 1000) } })
    writeFileSync(path.join(project, ".claude/settings.json"), settings)
    const scope = await Effect.runPromise(Scope.make())
    const executor = warm ? NodeExecutor.layer : Executor.layerWith(ProcessCommandRunner.layerCold)
    const folders = { project, home: path.join(project, "home"), config: path.join(project, "home/.config") }
    const layer = NodePipeline.layer({ project: folders, trust: Trust.layerAll, host: ClaudeCode, provide: [executor] })
    const { answer } = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Pipeline)
    const event = HookEvent.cases.PreToolUse.make({ toolName: tool, toolInput: input, cwd: project })
    return {
      decide: async () => (Outcome.proceeds((await Effect.runPromise(answer(event))).outcome) ? "pass" : "deny"),
      close: () => Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }

/** What is used of the peer: its package has types, but is not there when this is checked. */
interface HookSystem {
  initialize(): Promise<void>
  fireBeforeToolEvent(
    name: string,
    input: Readonly<Record<string, unknown>>
  ): Promise<{ readonly isBlockingDecision?: () => boolean } | undefined>
}

const theirs = async (project: string, hooks: ReadonlyArray<Hook>): Promise<Host> => {
  // The file that was just looked for: its class has this constructor.
  const { HookSystem } = (await import(pathToFileURL(gemini).href)) as {
    readonly HookSystem: new (config: unknown) => HookSystem
  }
  const config = {
    getProjectHooks: () => undefined,
    getHooks: () => ({ BeforeTool: groups(hooks, 1) }),
    getExtensions: () => [],
    getDisabledHooks: () => [],
    getProjectRoot: () => project,
    getWorkingDir: () => project,
    getSessionId: () => "s",
    isTrustedFolder: () => true,
    sanitizationConfig: {
      allowedEnvironmentVariables: [],
      blockedEnvironmentVariables: [],
      enableEnvironmentVariableRedaction: false
    },
    storage: { getPlansDir: () => project },
    getGeminiClient: () => undefined,
    getUsageStatisticsEnabled: () => false,
    getTelemetryEnabled: () => false,
    getDebugMode: () => false,
    getModel: () => "none"
  }
  // It asks its context for the configuration, and takes one for the other elsewhere.
  const system = new HookSystem({ ...config, config })
  await system.initialize()
  return {
    decide: async () =>
      (await system.fireBeforeToolEvent(tool, input))?.isBlockingDecision?.() === true ? "deny" : "pass",
    close: async () => {}
  }
}

interface Case {
  readonly name: string
  readonly hooks: ReadonlyArray<Hook>
  readonly rounds: number
  readonly repeats: number
}

const many = (count: number, hook: Hook): ReadonlyArray<Hook> =>
  // Copies of one command would be run once.
  Array.from({ length: count }, (_, index) => ({ ...hook, command: `${hook.command} # ${index}` }))

const guard = "grep -q 'rm -rf' /dev/stdin && { echo no >&2; exit 2; }; exit 0"

const cases: ReadonlyArray<Case> = [
  {
    name: "100 hooks, none matches",
    hooks: many(100, { matcher: "Edit", command: "exit 0" }),
    rounds: 200,
    repeats: 50
  },
  { name: "1 hook", hooks: [{ matcher: tool, command: "exit 0" }], rounds: 100, repeats: 1 },
  { name: "10 hooks at once", hooks: many(10, { matcher: tool, command: "exit 0" }), rounds: 40, repeats: 1 },
  {
    name: "a tree that outlives its limit of 100 ms",
    hooks: [{ matcher: tool, command: "sleep 3; echo x", limitMillis: 100 }],
    rounds: 5,
    repeats: 1
  },
  { name: "a guard that reads /dev/stdin", hooks: [{ matcher: tool, command: guard }], rounds: 20, repeats: 1 }
]

const hosts = { "Gemini CLI": theirs, "ours, cold": ours(false), "ours, warm": ours(true) } as const

const nanos = (value: number): string => {
  if (value < 1e3) return `${value.toFixed(0)} ns`
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} µs` : `${(value / 1e6).toFixed(2)} ms`
}

const measured = async (root: string, { hooks, name, repeats, rounds }: Case): Promise<string> => {
  const open = await Promise.all(
    Object.entries(hosts).map(async ([host, make], index) => {
      const project = path.join(root, `${name.replaceAll(/\W/g, "-")}-${index}`)
      mkdirSync(project, { recursive: true })
      return { host, times: new Array<number>(), decisions: new Set<string>(), ...(await make(project, hooks)) }
    })
  )
  for (let round = -3; round < rounds; round++) {
    for (const { decide, decisions, times } of open) {
      // Shells that wait are made again meanwhile: what that costs stands in docs/performance.md.
      if (repeats === 1) await pause(25)
      const started = process.hrtime.bigint()
      for (let count = 0; count < repeats; count++) decisions.add(await decide())
      if (round >= 0) times.push(Number(process.hrtime.bigint() - started) / repeats)
    }
  }
  for (const { close } of open) await close()
  const base = quantile(open[0]?.times ?? [], 0.5)
  const cells = open.map(({ decisions, times }) => {
    const p50 = quantile(times, 0.5)
    return `${nanos(p50)} (${(p50 / base).toPrecision(2)}), ${[...decisions].join("/")}`
  })
  return `| ${[name, ...cells].join(" | ")} |`
}

/** All cases, as a table. */
export const peers = async (): Promise<void> => {
  install()
  // It writes to the console whatever it does.
  for (const level of ["debug", "warn", "error"] as const) console[level] = () => {}
  const { version } = createRequire(import.meta.url)(
    path.join(folder, "node_modules/@google/gemini-cli-core/package.json")
  ) as {
    readonly version: string
  }
  const root = mkdtempSync(path.join(tmpdir(), "hookline-peers-"))
  try {
    console.log(`| one event, p50 (to the first column), decision | ${Object.keys(hosts).join(" | ")} |`)
    console.log(
      `| --- | ${Object.keys(hosts)
        .map(() => "---")
        .join(" | ")} |`
    )
    for (const one of cases) console.log(await measured(root, one))
    console.log(`\nGemini CLI ${version}, Node ${process.versions.node}.`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  process.exit(0)
}
