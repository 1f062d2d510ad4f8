/**
 * A vendor that nobody has: for tests of what holds for any dialect, and of one's own.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"

/**
 * A dialect that speaks as Claude Code does, but for its name, the files that its hooks stand in, and what is given.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (said: Partial<Dialect> = {}): Dialect => ({
  ...ClaudeCode,
  name: "test",
  title: "A dialect of tests",
  files: [{ _tag: "File", scope: "project", base: "project", path: ".test/hooks.json" }],
  skills: [],
  ...said
})
