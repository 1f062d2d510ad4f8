/**
 * Laws as values: properties of a replaceable part, which a test registers, or a program checks without a test runner.
 *
 * @since 0.1.0
 */
import { describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"

/**
 * A property that holds for every `Part`, such as every layer of a service.
 *
 * @category models
 * @since 0.1.0
 */
export interface Law<in Part> {
  readonly name: string
  /** Returns the report of a counterexample, made as small as possible, or `undefined` if none was found. */
  readonly check: (part: Part, options?: Arbitrary.CheckOptions) => Effect.Effect<string | undefined>
}

/**
 * A law that does not hold, and the report of a counterexample.
 *
 * @category models
 * @since 0.1.0
 */
export interface Violation {
  readonly law: string
  readonly report: string
}

/**
 * Creates a law. It holds for a part if no value is found for which `property` throws or fails.
 *
 * @example
 * ```ts
 * import * as Verdict from "@hookline/schema/Verdict"
 * import * as Law from "@hookline/testing/Law"
 * import * as Arbitrary from "effect/Arbitrary"
 * import * as Effect from "effect/Effect"
 *
 * type Combine = (self: Verdict.Verdict, that: Verdict.Verdict) => Verdict.Verdict
 *
 * const keepsDeny = Law.make<Combine, Verdict.Verdict, string>(
 *   "a Deny outweighs every other verdict",
 *   Arbitrary.schema(Verdict.Verdict),
 *   (combine, verdict) => {
 *     const both = combine(verdict, Verdict.deny({ by: "guard", reason: "No" }))
 *     return both._tag === "Deny" ? Effect.void : Effect.fail(`it became ${both._tag}`)
 *   }
 * )
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <Part, A, E = never>(
  name: string,
  arbitrary: Arbitrary.Arbitrary<A>,
  property: (part: Part, value: A) => Effect.Effect<void, E>,
  defaults?: Arbitrary.CheckOptions
): Law<Part> => ({
  name,
  check: (part, options) =>
    Effect.map(
      Arbitrary.checkEffect(
        arbitrary,
        (value) =>
          Effect.suspend(() => property(part, value)).pipe(
            Effect.as(true),
            // Only a failure is made smaller. An assertion throws, which is a defect.
            Effect.catchCause((cause) => Effect.fail(cause))
          ),
        { ...defaults, ...options }
      ),
      Arbitrary.formatCheckFailure
    )
})

/**
 * Checks laws, and returns those that do not hold.
 *
 * @example
 * ```ts
 * import { Matcher } from "@hookline/core/Matcher"
 * import * as Law from "@hookline/testing/Law"
 * import * as MatcherTest from "@hookline/testing/MatcherTest"
 * import * as Effect from "effect/Effect"
 *
 * const isLawful = Effect.map(Law.violations(MatcherTest.laws, Matcher.layerNoDeps), (found) => found.length === 0)
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const violations = <Part>(
  laws: ReadonlyArray<Law<Part>>,
  part: Part,
  options?: Arbitrary.CheckOptions
): Effect.Effect<ReadonlyArray<Violation>> =>
  Effect.map(
    Effect.forEach(laws, ({ check, name }) => Effect.map(check(part, options), (report) => ({ law: name, report }))),
    (checked) => checked.flatMap(({ law, report }) => (report === undefined ? [] : [{ law, report }]))
  )

/**
 * Registers a test for each law.
 *
 * @example
 * ```ts
 * import { Translator } from "@hookline/core/Translator"
 * import * as Law from "@hookline/testing/Law"
 * import * as TranslatorTest from "@hookline/testing/TranslatorTest"
 *
 * const test = () => Law.suite("My translator", TranslatorTest.laws, Translator.layerNoDeps)
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = <Part>(title: string, laws: ReadonlyArray<Law<Part>>, part: Part): void => {
  describe(`${title} keeps the laws:`, () => {
    for (const { check, name } of laws) {
      it.effect(name, () =>
        Effect.flatMap(check(part), (report) =>
          report === undefined ? Effect.void : Effect.die(new Error(`${name}\n${report}`))
        )
      )
    }
  })
}
