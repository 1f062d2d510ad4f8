/** Questions as approvers see them: with everything that an answer is about. */
import * as HookEvent from "@hookline/schema/HookEvent"
import { indented, onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Effect from "effect/Effect"
import { isForAlways, type Request, Unanswered } from "./Approval.ts"
import { jsonText } from "./internal/jsonText.ts"

/** Returns the sentence about what a permanent grant covers, where it is offered. */
const coverage = ({ options, scope, tool }: Request): ReadonlyArray<string> => {
  if (!options.some(isForAlways)) return []
  const about = tool === undefined ? "" : `${tool} with `
  const covered =
    scope === undefined ? (tool === undefined ? "exactly this" : "exactly this input") : `the scope ${scope}`
  return [`"Allow always" covers ${onOneLine(about + covered)}, in this session.`]
}

/**
 * Returns the question in full, because what was not shown must not be granted. The prompt is indented, so that nothing
 * in it looks like the tool and the input, which hooks do not write.
 */
export const questionText = (request: Request): Effect.Effect<string, Unanswered> => {
  const { by, event, input, prompt, tool } = request
  const text = input === undefined ? "" : jsonText(input, { indent: 2 })
  if (text === undefined) return new Unanswered({ why: `the input of ${tool} can't be shown, because it is no JSON` })
  const about = tool === undefined ? HookEvent.nameOf(event) : `${HookEvent.nameOf(event)} ${tool}`
  return Effect.succeed(
    [
      "",
      `${onOneLine(by)} asks about ${onOneLine(about)}:`,
      indented(prompt, "  "),
      ...(tool === undefined
        ? []
        : [`Input of ${onOneLine(tool)}:`, ...text.split("\n").map((line) => `  ${onOneLine(line)}`)]),
      ...coverage(request),
      ""
    ].join("\n")
  )
}
