// A project with a hook and a plugin, whose seals tests make on the disk.
import * as Seal from "@hookline/core/kit/trust/seal"
import { type Sights } from "@hookline/core/kit/trust/sights"
import * as SealFilesNode from "../../src/node/SealFilesNode.ts"
import type { Handler } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { Seal as SealData } from "@hookline/schema/kit/Seal"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

const guard = `#!/usr/bin/env python3
import json
import sys
from pathlib import Path

from rules.check import allows

rules = json.loads((Path(__file__).parent / "rules.json").read_text())
sys.exit(0 if allows(rules, sys.stdin.read()) else 2)
`

const files: Readonly<Record<string, string>> = {
  ".x/hooks/guard.py": guard,
  ".x/hooks/rules.json": `{ "deny": ["rm"] }`,
  ".x/hooks/rules/__init__.py": "",
  ".x/hooks/rules/check.py": "def allows(rules, text): return not any(word in text for word in rules['deny'])\n",
  ".x/hooks/lib.sh": "check() { grep -q rm; }\n",
  ".x/hooks/guard.sh": `#!/bin/sh\n. "$(dirname "$0")/lib.sh"\nif check; then exit 2; fi\n`,
  "package.json": '{ "type": "commonjs", "imports": { "#rules": "./lib/rules.mjs" } }',
  "lib/start.js": "",
  "lib/start.mjs": 'import "#rules"\n',
  "lib/rules.mjs": 'import "./rules/more.mjs"\n',
  "lib/rules/more.mjs": "export const x = 1\n",
  "lib/greps.sh": "echo x | grep x\n",
  "lib/late.sh": '. "$(dirname "$0")/settings.sh"\ngrep x\n',
  "lib/settings.sh": 'PATH="$ROOT/tools:$PATH"\n',
  "src/index.ts": "export const x = 1\n",
  "top.py": "import json\nimport helpers\n",
  "helpers.py": "",
  ".x/plugins/tidy/hooks/run.js": `const { rules } = require("../lib/rules")\nrequire("left-pad")\n`,
  ".x/plugins/tidy/lib/rules.js": `exports.rules = require("./rules.json")\n`,
  ".x/plugins/tidy/lib/rules.json": "{}",
  ".x/plugins/tidy/README.md": "Tidy.\n"
}

export interface SealedProject {
  readonly root: string
  readonly at: (name: string) => string
  readonly write: (name: string, text: string, mode?: number) => void
  /** Seals a command of the project, or a hook of the plugin if the command names its root. */
  readonly seal: (command: string, options?: Options) => Seal.Sealed
  readonly remove: () => void
}

export interface Options {
  readonly state?: ReadonlyArray<string>
  readonly hook?: Partial<Hook>
  readonly searched?: ReadonlyArray<string>
  readonly handler?: Handler
  readonly before?: SealData
}

/** Makes the project, whose files are older than what may still change without a trace. */
export const make = (): SealedProject => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "hookline-seal-")))
  const at = (name: string): string => path.join(root, name)
  const write = (name: string, text: string, mode = 0o644): void => {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true })
    fs.writeFileSync(at(name), text, { mode })
  }
  for (const [name, text] of Object.entries(files)) write(name, text, /\.(?:py|sh)$/.test(name) ? 0o755 : 0o644)
  const plugin = at(".x/plugins/tidy")
  const seal = (command: string, { before, handler, hook, searched, state }: Options = {}): Seal.Sealed => {
    const isOfPlugin = command.includes("$TIDY")
    const whole: Hook = {
      id: "any",
      event: "PreToolUse",
      handler: handler ?? { _tag: "Command", command },
      once: false,
      enabled: true,
      group: { index: 0, parallel: false },
      source: {
        dialect: "any",
        scope: "project",
        file: at(isOfPlugin ? ".x/plugins/tidy/hooks.json" : ".x/hooks.json"),
        folder: isOfPlugin ? plugin : at(".x"),
        ...(isOfPlugin && { plugin: "tidy" }),
        at: []
      },
      ...hook
    }
    return Effect.runSync(
      Effect.provide(
        Seal.sealOf(whole, {
          project: root,
          home: os.homedir(),
          variables: { TIDY: plugin, ROOT: root },
          ...(state !== undefined && { state }),
          ...(searched !== undefined && { searched }),
          ...(before !== undefined && { before })
        }),
        SealFilesNode.layer
      )
    )
  }
  return { root, at, write, seal, remove: () => fs.rmSync(root, { recursive: true, force: true }) }
}

/** Returns marks as if the seal were looked at when all had been quiet for long. */
export const settled = (sealed: Seal.Sealed): Sights => ({
  ...sealed.sights,
  lookedAt: sealed.sights.lookedAt + 60_000
})
