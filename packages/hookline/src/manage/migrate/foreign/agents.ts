/** The agents whose files are read, and never written. Adding one is a file, its name in `names.ts`, and a line here. */
import type { Agent } from "./Agent.ts"
import { codex } from "./codex.ts"
import { names } from "./names.ts"

const byName: Readonly<Record<(typeof names)[number], Agent>> = { codex }

export const agents: ReadonlyArray<Agent> = names.map((name) => byName[name])
