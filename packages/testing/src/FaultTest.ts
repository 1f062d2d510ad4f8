/**
 * What holds for a hook that can't do its work, whoever runs it and whatever went wrong: it is told, never silent, policy
 * alone decides what it means, it keeps nobody else's denial from counting, and nothing of it is left behind.
 *
 * @since 0.1.0
 */
import type { HookDialects } from "@hookline/core/HookDialects"
import { assert, describe, layer as sharing } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Answers, answersTo } from "./internal/faults/answers.ts"
import { columns, policies } from "./internal/faults/columns.ts"
import { judge } from "./internal/faults/judge.ts"
import { rowOf } from "./internal/faults/project.ts"
import type * as TestProject from "./TestProject.ts"

/**
 * A hook as people write it in a file.
 *
 * @category models
 * @since 0.1.0
 */
export type Entry = Readonly<Record<string, unknown>>

/**
 * One way in which a hook does not do its work: a row of the matrix.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fault<in Opened = unknown> {
  /** The hook, or the hook by what was opened for the suite. Where it says no `timeout`, it has half a minute. */
  readonly hook: Entry | ((opened: Opened) => Entry)
  /** Files that it needs, by their paths in the project. */
  readonly files?: TestProject.Files
  /** Is done in the project's folder when all configurations have been read, before the first event. */
  readonly prepare?: (folder: string) => void
  /** What people are told of it, beside the hook's name. */
  readonly told: RegExp
  /** The stage that it is told of. */
  readonly stage?: "execute" | "translate"
}

/**
 * What a suite of faults is made of.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options<Opened, A, E> {
  readonly faults: Readonly<Record<string, Fault<Opened>>>
  /** What runs the hooks; all kinds that it is not for are run as this machine runs them. */
  readonly runners: (opened: Opened) => Layer.Layer<A, E, HookDialects>
  /** Opens what hooks are to meet, such as a server, until all have run. */
  readonly open?: Effect.Effect<Opened, never, Scope.Scope>
  /** Whether hooks must have been run by shells that waited. */
  readonly isWarm?: boolean
}

const tag = Context.Service<Answers, Answers>("@hookline/testing/FaultTest/Answers")

/**
 * The suite: every fault under every policy, on an event that can be denied, on the same beside another guard that denies,
 * at the end of some work, and on an event that carries nothing.
 *
 * **Details**
 *
 * Hooks stand in a real project, and really run, all those of one fault at the same time. A kind of runner that is new
 * has its suite by naming its faults.
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
          it.effect(`since of ${what} is told, and answered as ${policy} has it`, () =>
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
        Effect.map(tag, ({ after, before, strays }) => {
          assert.deepStrictEqual(after, before)
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
