// Loading the hooks of many plugins, beside reading and parsing the same files and nothing else.
import { Discoverer } from "@hookline/core/Discoverer"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Result } from "./Result.ts"
import { type Case, rounds } from "./rounds.ts"

const events = ["PreToolUse", "PostToolUse", "SessionStart", "Stop", "UserPromptSubmit"]
const matchers = ["Bash", "Edit|Write", "*", "mcp__.*", "Read"]

/** A plugin's file with ten hooks, as people write them. */
const pluginFile = (plugin: number): string => {
  const hooks = events.map((event, index): readonly [string, unknown] => [
    event,
    [
      {
        ...(event.includes("Tool") && { matcher: matchers[(plugin + index) % matchers.length] }),
        hooks: [1, 2].map((place) => ({
          type: "command",
          command:
            place === 1
              ? `"\${CLAUDE_PLUGIN_ROOT}"/guard.sh --event ${event} --plugin ${plugin}`
              : `python3 -m guards.check --plugin ${plugin} --event ${event}`,
          timeout: 10
        }))
      }
    ]
  ])
  return JSON.stringify({ description: `Plugin ${plugin}`, hooks: Object.fromEntries(hooks) }, undefined, 2)
}

const write = (project: string, plugins: number): void => {
  for (let plugin = 0; plugin < plugins; plugin++) {
    const folder = join(project, ".amplifier", "hooks", `plugin-${String(plugin).padStart(4, "0")}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "hooks.json"), pluginFile(plugin))
    writeFileSync(join(folder, "guard.sh"), "#!/bin/sh\n", { mode: 0o755 })
  }
}

/** The floor: what any loader must do. */
const readAndParse = (project: string): ReadonlyArray<unknown> => {
  const folder = join(project, ".amplifier", "hooks")
  return readdirSync(folder, { withFileTypes: true }).map(({ name }): unknown =>
    JSON.parse(readFileSync(join(folder, name, "hooks.json"), "utf8"))
  )
}

const discovery = Effect.runSync(Effect.provide(Discoverer, NodeDiscovery.layer))

const load = (project: string): Catalog =>
  Effect.runSync(discovery.discover(NodeDiscovery.project(project, { HOME: join(project, "nobody") })))

/** Loading 1,000 plugins against the floor, and whether ten times the hooks cost ten times the time. */
export const loading = (): ReadonlyArray<Result> => {
  const root = mkdtempSync(join(tmpdir(), "hookline-bench-"))
  try {
    const sizes = [10, 100, 1000]
    const projects = sizes.map((plugins) => {
      const project = join(root, String(plugins))
      write(project, plugins)
      const { diagnostics, hooks } = load(project)
      if (hooks.length !== plugins * 10 || diagnostics.length > 0) throw new Error("not every hook was loaded")
      return { plugins, project }
    })
    const cases = projects.flatMap(({ plugins, project }): ReadonlyArray<Case> => [
      { name: `floor ${plugins}`, run: () => readAndParse(project) },
      { name: `load ${plugins}`, run: () => load(project) }
    ])
    const measured = new Map(rounds(cases, { samples: 30, repeats: 1 }).map((result) => [result.name, result]))
    const time = (name: string) => measured.get(name) ?? { p50: Number.NaN, p95: Number.NaN }
    const result = (name: string, of: string, base: number, target: number): Result => ({
      name,
      ratio: time(of).p50 / base,
      target,
      p50: time(of).p50 / 1e6,
      p95: time(of).p95 / 1e6,
      unit: "ms"
    })
    return [
      result(
        "load 10,000 hooks in 1,000 plugins / read and parse the same files",
        "load 1000",
        time("floor 1000").p50,
        3
      ),
      result("load 1,000 hooks / ten times 100 hooks", "load 100", time("load 10").p50 * 10, 1.2),
      result("load 10,000 hooks / ten times 1,000 hooks", "load 1000", time("load 100").p50 * 10, 1.2)
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
