/**
 * The laws of every dialect as a suite: `DialectTest.suite(dialect)` is the whole test of a new one.
 *
 * @since 0.1.0
 */
import { describe } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { groups } from "./internal/allDialectLaws.ts"
import { tests } from "./internal/Laws.ts"
import type { HookWords } from "./internal/HookWords.ts"
import type { Heard } from "./internal/replyLaws.ts"

/**
 * Options for the suite.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The host's interpretation of an answer, if it differs from that of a hook's reply. */
  readonly heard?: Heard
  /** The words of the dialect's hooks, if they are not Claude Code's. */
  readonly words?: HookWords
}

/**
 * Registers the tests of a dialect: its files, events, what hooks are given, matchers, limits, variables, tools, replies
 * and answers.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (dialect: Dialect, { heard, words }: Options = {}): void => {
  describe(`${dialect.title} keeps the laws of dialects`, () => {
    describe.each(Object.entries(groups))("%s", (_, declare) => {
      declare(dialect, tests, heard, words)
    })
  })
}
