/** A file of cases with one more of them: all else stays as it is written. */
import type { HookCase } from "@hookline/schema/HookCases"
import { isJson } from "@hookline/schema/Json"
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type Node } from "jsonc-parser"
import * as Result from "effect/Result"
import { treeOf } from "@hookline/node/kit/cases/HookCaseFiles"
import { indentAt } from "../../manage/json/gaps.ts"
import { type Manner, mannerOf, onLine, onLines } from "../../manage/json/print.ts"
import { endOf } from "@hookline/node/kit/json/tree"

export interface Obstacle {
  readonly line: number
  readonly column: number
  readonly text: string
}

export interface Edited {
  readonly text: string
  readonly as: "added" | "updated"
}

const isFirstOfLine = (text: string, { offset }: Node): boolean => /(?:^|[\r\n])[ \t]*$/.test(text.slice(0, offset))

/** The case as it is written in the place of a node, or after it: on lines where the node begins one. */
const printed = (one: HookCase, manner: Manner, text: string, node: Node): string =>
  isFirstOfLine(text, node) ? onLines(one, manner, indentAt(text, node.offset)) : onLine(one, manner)

/** The text with the case. One of the same name gives its place to it. */
export const withCase = (whole: string | undefined, one: HookCase): Result.Result<Edited, Obstacle> => {
  if (whole === undefined || whole.trim() === "") {
    return Result.succeed({ text: `${JSON.stringify({ cases: [one] }, undefined, 2)}\n`, as: "added" })
  }
  const mark = whole.startsWith("\uFEFF") ? "\uFEFF" : ""
  const text = whole.slice(mark.length)
  const tree = treeOf("", text)
  if (Result.isFailure(tree)) return Result.fail(tree.failure)
  const root = tree.success
  const list = findNodeAtLocation(root, ["cases"])
  if (root.type !== "object" || (list !== undefined && list.type !== "array")) {
    return Result.fail({ line: 1, column: 1, text: 'The file is an object with a list of "cases".' })
  }
  // What is wrong with other cases is not our concern.
  const cases: ReadonlyArray<unknown> = (list?.children ?? []).map((node): unknown => getNodeValue(node))
  const found = cases.findIndex((other) => isJson(other) && other["name"] === one.name)
  const manner = mannerOf({ mark, text, root })
  const [old, last] = [list?.children?.[found], list?.children?.at(-1)]
  const as = found < 0 ? "added" : "updated"
  if (old !== undefined) {
    const body = printed(one, manner, text, old)
    return Result.succeed({ text: mark + text.slice(0, old.offset) + body + text.slice(endOf(old)), as })
  }
  if (last !== undefined) {
    const lead = `,${isFirstOfLine(text, last) ? manner.end + indentAt(text, last.offset) : " "}`
    const body = lead + printed(one, manner, text, last)
    return Result.succeed({ text: mark + text.slice(0, endOf(last)) + body + text.slice(endOf(last)), as })
  }
  const { end: eol, step } = manner
  const formattingOptions = {
    eol,
    insertSpaces: !step.startsWith("\t"),
    tabSize: step.startsWith("\t") ? 1 : step.length
  }
  return Result.succeed({ text: mark + applyEdits(text, modify(text, ["cases"], [one], { formattingOptions })), as })
}
