/**
 * The laws of hooks that fail, for every runner and every fault: the failure is reported, policy alone decides its
 * effect, other denials still count, and nothing is left behind.
 *
 * @since 0.1.0
 */
import type { HookDialects } from "@hookline/core/HookDialects"
import type { Sandbox } from "@hookline/core/Sandbox"
import type { SessionEnv } from "@hookline/core/SessionEnv"
import { assert, describe, layer as sharing } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Answers, answersTo } from "./internal/faults/answers.ts"
import { columns, policies } from "./internal/faults/columns.ts"
import { nothing } from "./internal/beyond.ts"
import { judge } from "./internal/faults/judge.ts"
import { rowOf } from "./internal/faults/project.ts"
import type * as TestProject from "./TestProject.ts"

/**
 * A hook as written in a file.
 *
 * @category models
 * @since 0.1.0
 */
export type Entry = Readonly<Record<string, unknown>>

/**
 * One way in which a hook fails: a row of the matrix.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fault<in Opened = unknown> {
  /** The hook, or a function that creates it from the suite's resource. Its default `timeout` is 30 seconds. */
  readonly hook: Entry | ((opened: Opened) => Entry)
  /** Files that it needs, by their paths in the project. */
  readonly files?: TestProject.Files
  /** Called with the project's folder after all configurations are read, before the first event. */
  readonly prepare?: (folder: string) => void
  /** Matches the report of the failure, after the hook's name. */
  readonly told: RegExp
  /** The stage of the failure. */
  readonly stage?: "execute" | "translate"
}

/**
 * Options for a suite of faults.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options<Opened, A, E> {
  readonly faults: Readonly<Record<string, Fault<Opened>>>
  /** The runners to test. Hooks of other kinds run with this machine's own runners. */
  readonly runners: (opened: Opened) => Layer.Layer<A, E, HookDialects | Sandbox | SessionEnv>
  /** Opens a resource for hooks, such as a server, until all have run. */
  readonly open?: Effect.Effect<Opened, never, Scope.Scope>
  /** True if the hooks must run in warm shells. */
  readonly isWarm?: boolean
}

const tag = Context.Service<Answers, Answers>("@hookline/testing/FaultTest/Answers")

/**
 * Registers the suite: every fault under every policy, on an event that can be denied, on one that another guard
 * denies, at the end of some work, and on an event without capabilities.
 *
 * **Details**
 *
 * Hooks are in a real project and really run, those of one fault all at the same time. A new kind of runner gets its
 * suite by listing its faults.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = <A, E, Opened = undefined>(name: string, options: Options<Opened, A, E>): void => {
  const names = Object.keys(options.faults)
  const answers = Layer.effect(tag, answersTo(options))
  describe(`${name} that can't do its work`, () => {
    sharing(answers, { excludeTestServices: true, timeout: "5 minutes" })((it) => {
      for (const [index, [what, fault]] of Object.entries(options.faults).entries()) {
        for (const policy of policies) {
          it.effect(`since of ${what} is reported, and answered as ${policy} has it`, () =>
            Effect.map(tag, ({ cells, lateMillis }) => {
              for (const column of columns) {
                const cell = cells.get(`${rowOf(index)} ${policy} ${column.name}`)
                if (cell === undefined) assert.fail(`${column.name} got no answer at all`)
                judge(cell, { column, policy, told: fault.told, stage: fault.stage, lateMillis })
              }
            })
          )
        }
      }

      it.effect("leaves nothing behind", () =>
        Effect.map(tag, ({ left, strays }) => {
          assert.deepStrictEqual(left, nothing)
          assert.deepStrictEqual(strays, [])
        })
      )

      if (options.isWarm === true) {
        it.effect("is run by shells that waited", () =>
          Effect.map(tag, ({ cells, taken }) => assert.isAtLeast(taken, cells.size / 3, `of ${names.length} rows`))
        )
      }
    })
  })
}
