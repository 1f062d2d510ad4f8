/**
 * A dialect of no real vendor, for tests of behaviour that every dialect has, and for tests of a custom one.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"

/**
 * Creates a dialect like Claude Code's, except for its name, its files, and the given fields.
 *
 * @example
 * ```ts
 * import * as TestDialect from "@hookline/testing/TestDialect"
 *
 * const dialect = TestDialect.make({ name: "mine" })
 * ```
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
