// Finding a thousand skills, beside looking for the same files and reading them, and nothing else; reading the hooks of
// all of them, beside parsing what stands above their texts as well; and opening one.
import { Discoverer } from "@hookline/core/Discoverer"
import { Executor } from "@hookline/core/Executor"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Trust from "@hookline/core/Trust"
import { Amplifier } from "@hookline/dialects/Amplifier"
import * as HookEvent from "@hookline/schema/HookEvent"
import { SkillIndex } from "@hookline/skills/kit/internal/SkillIndex"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import * as Yaml from "effect/encoding/Yaml"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { quantile } from "./quantile.ts"
import type { Result } from "./Result.ts"
import { rounds } from "./rounds.ts"

const count = 1000

/** A skill as people write it: a front matter, two hooks, and a page of text. */
const skillFile = (index: number): string =>
  [
    "---",
    `name: skill-${index}`,
    "description: Deploys the service, and watches it for a while. Use it when somebody asks for a release.",
    "version: 1.2.0",
    "allowed-tools: Bash Read Write",
    "hooks:",
    "  PreToolUse:",
    "    - matcher: Bash",
    "      hooks:",
    "        - type: command",
    `          command: python3 -m guards.check --skill ${index}`,
    "  Stop:",
    "    - hooks:",
    "        - type: command",
    "          command: ./scripts/after.sh",
    "          timeout: 10",
    "---",
    "",
    ...Array.from({ length: 60 }, () => "What to do, step by step, and what to look at before the next of the steps."),
    ""
  ].join("\n")

const write = (project: string): void => {
  for (let index = 0; index < count; index++) {
    const folder = join(project, ".amplifier", "skills", `skill-${String(index).padStart(4, "0")}`)
    mkdirSync(join(folder, "scripts"), { recursive: true })
    writeFileSync(join(folder, "scripts", "after.sh"), "#!/bin/sh\n", { mode: 0o755 })
    writeFileSync(join(folder, "SKILL.md"), skillFile(index))
  }
}

/** The floor: what anybody must do who looks for skills, which may lie in any folder. */
const read = (folder: string, texts: Array<string> = []): ReadonlyArray<string> => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) read(`${folder}/${entry.name}`, texts)
    else if (entry.name === "SKILL.md") texts.push(readFileSync(`${folder}/${entry.name}`, "utf8"))
  }
  return texts
}

const parse = (texts: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  texts.map((text): unknown => Yaml.parse(text.slice(4, text.indexOf("\n---", 4))))

const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } })

/** Milliseconds for opening a skill until the next event knows of it. Each time another one: nothing is remembered. */
const opening = async (project: string): Promise<ReadonlyArray<number>> => {
  const runtime = ManagedRuntime.make(
    NodePipeline.layer({ project, trust: Trust.layerAll, host: Amplifier, provide: [Executor.layerNone] })
  )
  try {
    const { wants } = await runtime.runPromise(Pipeline)
    const { activate } = await runtime.runPromise(Skills)
    return Array.from({ length: count }, (_, index) =>
      Effect.runSync(
        Effect.scoped(
          Effect.gen(function* () {
            if (wants(event)) return yield* Effect.die("a skill is open that nobody has opened")
            const started = performance.now()
            yield* activate(`skill-${index}`)
            const isOpen = wants(event)
            const millis = performance.now() - started
            return isOpen ? millis : yield* Effect.die("the skill was not opened")
          })
        )
      )
    )
  } finally {
    await runtime.dispose()
  }
}

/** All of it, in one run. */
export const skills = async (): Promise<ReadonlyArray<Result>> => {
  const root = mkdtempSync(join(tmpdir(), "hookline-bench-"))
  const nobody = join(root, "nobody")
  // Whoever runs this may have skills of their own.
  process.env["HOME"] = nobody
  try {
    const project = join(root, "project")
    write(project)
    const folder = join(project, ".amplifier", "skills")
    const folders = NodeDiscovery.project(project, { HOME: nobody })
    const { discoverer, index } = Effect.runSync(
      Effect.provide(Effect.all({ discoverer: Discoverer, index: SkillIndex }), NodeDiscovery.layer)
    )
    const find = () => Effect.runSync(index.find(folders))
    const discover = () => Effect.runSync(discoverer.discover(folders))
    const { diagnostics, hooks } = discover()
    if (hooks.length !== count * 2 || diagnostics.length > 0) throw new Error("not every skill was found")
    const measured = rounds(
      [
        { name: "read", run: () => read(folder) },
        { name: "parse", run: () => parse(read(folder)) },
        { name: "find", run: find },
        { name: "discover", run: discover }
      ],
      { samples: 30, repeats: 1 }
    )
    const time = (name: string) => measured.find((one) => one.name === name) ?? { p50: Number.NaN, p95: Number.NaN }
    const result = (name: string, of: string, base: string): Result => ({
      name,
      ratio: time(of).p50 / time(base).p50,
      target: 3,
      p50: time(of).p50 / 1e6,
      p95: time(of).p95 / 1e6,
      unit: "ms"
    })
    const times = await opening(project)
    return [
      result("find 1,000 skills / look for their files and read them", "find", "read"),
      result("find them with their 2,000 hooks / parse the same files besides", "discover", "parse"),
      {
        name: "open one of 1,000 skills, until the next event knows / 1 ms",
        ratio: quantile(times, 0.5),
        target: 1,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        unit: "ms"
      }
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
