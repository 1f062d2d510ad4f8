/**
 * Answers that a user wrote into a file once, by hook, tool and question.
 *
 * @since 0.1.0
 */
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Approval, type Answer, layerEffect, type Request, Unanswered } from "./Approval.ts"
import { glob, longest } from "./internal/glob.ts"

/**
 * Schema for a rule. `hook`, `tool` and `prompt` match the whole text: `*` is anything within one command of one line, `**`
 * is anything at all, `?` is one character.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Rule = Schema.Struct({
  hook: Schema.NonEmptyString,
  /** All tools, and events without a tool, where it is left out. */
  tool: Schema.optionalKey(Schema.NonEmptyString),
  /** All questions of the hook, where it is left out. */
  prompt: Schema.optionalKey(Schema.NonEmptyString),
  answer: Schema.Literals(["allow", "deny"])
}).annotate({ identifier: "ApprovalRule" })

/** @since 0.1.0 */
export type Rule = typeof Rule.Type

/**
 * Schema for a file of rules.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Rules = Schema.Struct({ rules: Schema.Array(Rule) }).annotate({ identifier: "ApprovalRules" })

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Rules), { onExcessProperty: "error" })

/** Checks a text against a pattern. A text that is too long for patterns is matched only by a rule that denies. */
const matches = (answer: Rule["answer"], pattern: string | undefined, text: string): boolean =>
  pattern === undefined || (text.length > longest ? answer === "deny" : glob(pattern, text))

type Asked = Pick<Request, "by" | "prompt" | "tool">

/** Checks whether a rule is about a question. */
const isAbout = ({ answer, hook, prompt, tool }: Rule, asked: Asked): boolean => {
  if (asked.by.length > longest || !glob(hook, asked.by)) return false
  if (tool !== undefined && (asked.tool === undefined || !matches(answer, tool, asked.tool))) return false
  return matches(answer, prompt, asked.prompt)
}

/**
 * Returns the answer of rules to a question, or `undefined`. A rule that denies comes before any that allows.
 *
 * @category policies
 * @since 0.1.0
 */
export const answerOf = (rules: ReadonlyArray<Rule>, asked: Asked): Rule["answer"] | undefined => {
  const meant = rules.filter((rule) => isAbout(rule, asked))
  return meant.some(({ answer }) => answer === "deny") ? "deny" : meant[0]?.answer
}

/**
 * Answers by the rules in this file, read afresh each time; the approver provided below is asked about the rest.
 *
 * **Gotchas**
 *
 * A file that is not there has no rules. One that can't be read, or understood, may have held one that denies: until it
 * is corrected every question is denied, with a sentence that reports it.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 * import * as ApprovalRules from "@hookline/coordinator/ApprovalRules"
 * import * as Layer from "effect/Layer"
 *
 * // Questions that no rule answers are denied.
 * const approval = Layer.provide(ApprovalRules.layer("approvals.json"), Approval.layerDeny)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (file: string): Layer.Layer<Approval, never, Approval | FileSystem.FileSystem | ThisProject> =>
  layerEffect(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const otherwise = yield* Approval
      const unanswered = (issue: string) => new Unanswered({ why: `the rules in ${file} can't be read: ${issue}` })

      const rules = fs.readFileString(file).pipe(
        Effect.catch((error) =>
          error.reason._tag === "NotFound" ? Effect.succeed(`{"rules": []}`) : Effect.fail(unanswered(error.message))
        ),
        Effect.flatMap((text) => Effect.mapError(decode(text), ({ message }) => unanswered(message)))
      )

      const ask = Effect.fnUntraced(function* (request: Request): Effect.fn.Return<Answer, Unanswered> {
        const answer = answerOf((yield* rules).rules, request)
        return answer === undefined ? yield* otherwise.ask(request) : { answer, found: "rule" }
      })
      return { ask }
    })
  )
