// Sealing the hooks of many plugins, beside reading and hashing the same files, and looking at a seal before a run.
import * as Seal from "@hookline/core/kit/trust/seal"
import { stillStands } from "@hookline/core/kit/trust/sights"
import * as SealFilesNode from "@hookline/node/kit/node/SealFilesNode"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Result } from "./Result.ts"
import { type Case, rounds } from "./rounds.ts"

const plugins = 100

const names = ["hooks/a.py", "hooks/b.py", "hooks/c.py", "hooks/rules.json", "lib/x.py", "lib/y.py", "README.md", "commands/a.md", "commands/b.md", "skills/s/SKILL.md", "plugin.json"] // prettier-ignore

/** Lines of code of which a plugin of the median size is made. */
const body = "def check(event):\n    rules = load('rules')\n    return any(rule.matches(event) for rule in rules)\n\n"

const write = (root: string): void => {
  for (let plugin = 0; plugin < plugins; plugin++)
    for (const name of names) {
      const file = join(root, `${plugin}`, name)
      mkdirSync(dirname(file), { recursive: true })
      const head = name.endsWith(".py") ? "import json\nimport b\n" : ""
      writeFileSync(file, `${head}# ${plugin}\n${body.repeat(48)}`)
    }
}

const hookOf = (root: string, plugin: number): Hook => {
  const folder = join(root, `${plugin}`)
  return {
    id: "a hook",
    event: "PreToolUse",
    handler: { _tag: "Command", command: `python3 "$ROOT/hooks/a.py"` },
    once: false,
    enabled: true,
    group: { index: 0, parallel: false },
    source: { dialect: "any", scope: "user", file: join(folder, "hooks.json"), folder, plugin: `${plugin}`, at: [] }
  }
}

const seal = (root: string): Seal.Sealed => {
  let last: Seal.Sealed | undefined
  const of = Effect.runSync(Effect.provide(Seal.makeSealOf, SealFilesNode.layer))
  for (let plugin = 0; plugin < plugins; plugin++) {
    const place = { project: tmpdir(), home: root, variables: { ROOT: join(root, `${plugin}`) } }
    last = Effect.runSync(of(hookOf(root, plugin), place))
  }
  if (last === undefined) throw new Error("nothing was sealed")
  return last
}

/** The floor: what any seal of the same files must do. */
const readAndHash = (folder: string): string => {
  const hash = createHash("sha256")
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      hash.update(
        createHash("sha256")
          .update(readFileSync(join(entry.parentPath, entry.name)))
          .digest()
      )
  }
  return hash.digest("hex")
}

/** Sealing against the floor, and a look at the files of a closure against a look at as many files. */
export const seals = (): ReadonlyArray<Result> => {
  const root = mkdtempSync(join(tmpdir(), "hookline-bench-"))
  try {
    write(root)
    const { sights } = seal(root)
    const settled = { ...sights, lookedAt: sights.lookedAt + 60_000 }
    const paths = [...sights.marks.keys()]
    const cases: ReadonlyArray<Case> = [
      { name: "floor", run: () => readAndHash(root) },
      { name: "seal", run: () => seal(root) },
      { name: "stats", run: () => paths.map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false })) },
      { name: "look", run: () => stillStands(settled, SealFilesNode.files) }
    ]
    const measured = new Map(rounds(cases, { samples: 30, repeats: 1 }).map((result) => [result.name, result]))
    const result = (name: string, of: string, base: string, target: number): Result => {
      const { p50, p95 } = measured.get(of) ?? { p50: Number.NaN, p95: Number.NaN }
      return {
        name,
        ratio: p50 / (measured.get(base)?.p50 ?? Number.NaN),
        target,
        p50: p50 / 1e6,
        p95: p95 / 1e6,
        unit: "ms"
      }
    }
    return [
      result("sealing 100 plugins / reading and hashing their files", "seal", "floor", 8),
      result("looking at the files of a closure / their stats alone", "look", "stats", 4)
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
