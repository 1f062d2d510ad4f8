/**
 * The text of a dialect's file with hooks added to it.
 *
 * **Details**
 *
 * What others wrote stays as it is: their entries and the order of them, comments, indentation, line ends. In JSON new
 * entries go behind those of their events; in TOML they are tables behind everything else.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { Malformed } from "../attach/AttachProblem.ts"
import { addElements, type Elements, inTheWay } from "../attach/add.ts"
import { type Layout, layouts } from "../attach/layout.ts"
import { whole } from "../attach/plan.ts"
import { mannerOf } from "../json/print.ts"
import { apply, isObstacle, type Obstacle, parse } from "@hookline/node/kit/json/tree"
import * as toml from "./toml.ts"

/** The groups under each event, as the dialect writes them. */
const elementsOf = (to: Dialect, hooks: ReadonlyArray<Hook>): Elements => {
  const data = to.config.write(hooks)["hooks"]
  const entries = Object.entries(isJson(data) ? data : {}).map(([event, value]) => {
    const list: unknown = isJson(value) ? value["handlers"] : value
    return [event, Array.isArray(list) ? list : []] as const
  })
  return new Map(entries)
}

const inJson = (text: string, layout: Layout, elements: Elements): string | Obstacle => {
  const tree = parse(text)
  if (isObstacle(tree)) return tree
  if (tree.root === undefined) return inJson(whole(text), layout, elements)
  const wrong = inTheWay(
    tree,
    layout,
    [...elements.keys()].map((event) => ({ event }))
  )
  if (wrong !== undefined) return wrong
  return tree.mark + apply(tree.text, addElements(tree, layout, elements, mannerOf(tree)))
}

const inToml = (text: string, elements: Elements): string =>
  toml.append(
    text,
    [...elements].flatMap(([event, list]) => list.map((handler) => toml.table(event, handler)))
  )

const signOf = ({ event, handler, matcher, onFailure, timeoutMillis }: Hook): string =>
  JSON.stringify([event, matcher ?? "", handler._tag, textOf(handler), timeoutMillis, onFailure])

/** Returns the elements that a list has more often than another. */
const missing = (wanted: ReadonlyArray<string>, found: ReadonlyArray<string>): ReadonlyArray<string> => {
  const rest = [...found]
  return wanted.filter((sign) => {
    const at = rest.indexOf(sign)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

/**
 * The text with these hooks. It is read again before it is given out: where a hook were not found in it as it was meant,
 * or one that was there before, the result is `undefined`.
 *
 * @category editing
 * @since 0.1.0
 */
export const withHooks = Effect.fnUntraced(function* (
  before: string | undefined,
  file: File,
  to: Dialect,
  hooks: ReadonlyArray<Hook>
): Effect.fn.Return<string, Malformed> {
  if (hooks.length === 0) return before ?? ""
  const isToml = file.file.endsWith(".toml")
  const elements = elementsOf(to, hooks)
  const host = Hosts.named(to.name)
  const layout = layouts[host?.layout ?? "groups"]
  const { rootFields = {} } = host?.settings ?? {}
  const fresh = Object.keys(rootFields).length === 0 ? "{}\n" : `${JSON.stringify(rootFields, undefined, 2)}\n`
  const answer = isToml ? inToml(before ?? "", elements) : inJson(before ?? fresh, layout, elements)
  if (typeof answer !== "string") return yield* new Malformed({ file: file.file, ...answer })
  const [was, is] = [yield* to.config.read(file, before ?? ""), yield* to.config.read(file, answer)]
  const wanted = [...(before === undefined ? [] : was.hooks), ...hooks].map(signOf)
  const [lost] = missing(wanted, is.hooks.map(signOf))
  if (lost === undefined) return answer
  const first = is.diagnostics.find(({ level }) => level === "error")
  return yield* new Malformed({
    file: file.file,
    line: first?.line ?? 1,
    column: first?.column ?? 1,
    issue: `With the new hooks this file would not be read as it is meant${first === undefined ? "" : `: ${first.text}`}.`
  })
})
