/**
 * `Hookline` on files in memory and scripted runners: everything is real but the machine. All hooks are trusted, unless
 * `provide` has another `Trust`.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { Hookline, type HooklineParts, type Provided } from "@hookline/node/Hookline"
import type * as Layer from "effect/Layer"
import * as TestPipeline from "./TestPipeline.ts"
import * as TestRunner from "./TestRunner.ts"

/**
 * The parts beside files and a script.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly host?: Dialect
  /** Stages, runners, ports and policies in the place of the defaults. */
  readonly provide?: ReadonlyArray<Provided>
  /** Records the runner's work. */
  readonly seen?: TestRunner.Seen
}

/**
 * Provides the hooks of `TestPipeline.project`. Files are given by their paths in it, as texts or as data that is written
 * as JSON.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 * import * as TestHookline from "@hookline/testing/TestHookline"
 *
 * const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "guard" }] }] }
 *
 * const layer = TestHookline.layer(
 *   { ".claude/settings.json": { hooks } },
 *   { guard: { exit: 2, stderr: "No" } },
 *   { provide: [Approval.layerScripted(["Deny"])] }
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  files: Readonly<Record<string, unknown>> = {},
  script: TestRunner.Script = {},
  { host = ClaudeCode, provide = [], seen = TestRunner.record() }: Options = {}
): Layer.Layer<Hookline | HooklineParts> =>
  Hookline.layer({
    project: TestPipeline.project,
    host,
    files: TestPipeline.memory(files),
    trust: Trust.layerAll,
    provide: [TestRunner.layer(script, seen), ...provide]
  })
