/**
 * The hosts of the dialects, by their facts.
 *
 * @since 0.1.0
 */
import { amcpHost } from "./amcp/host.ts"
import { amplifierHost } from "./amplifier/host.ts"
import { amplihackHost } from "./amplihack/host.ts"
import { claudeHost } from "./claude/host.ts"
import { codexHost } from "./codex/host.ts"
import { copilotHost } from "./copilot/host.ts"
import { cursorHost } from "./cursor/host.ts"
import { geminiHost } from "./gemini/host.ts"
import type { HostFacts } from "./HostFacts.ts"
import { opencodeHost } from "./opencode/host.ts"
import { qwenHost } from "./qwen/host.ts"

/**
 * All hosts, in the order of `Dialects.all`.
 *
 * @category hosts
 * @since 0.1.0
 */
export const all: ReadonlyArray<HostFacts> = [
  amplifierHost,
  amcpHost,
  claudeHost,
  amplihackHost,
  codexHost,
  cursorHost,
  geminiHost,
  qwenHost,
  copilotHost,
  opencodeHost
]

/**
 * All hosts, in the order in which they are offered to users who choose where to write: the canonical format comes first.
 *
 * @category hosts
 * @since 0.1.0
 */
export const offered: ReadonlyArray<HostFacts> = [
  claudeHost,
  amplihackHost,
  amplifierHost,
  amcpHost,
  codexHost,
  cursorHost,
  geminiHost,
  qwenHost,
  copilotHost,
  opencodeHost
]

/**
 * Returns the host of this name.
 *
 * @category getters
 * @since 0.1.0
 */
export const named = (name: string): HostFacts | undefined => all.find((host) => host.name === name)
