/** The text of a settings file with the setting `fleet`, and without it. Nothing else in it changes. */
import type { Fleet } from "@hookline/schema/Settings"
import {
  apply,
  childrenOf,
  isObstacle,
  keyOf,
  kindOf,
  obstacle,
  type Obstacle,
  parse,
  type Tree
} from "@hookline/node/kit/json/tree"
import { insert } from "../json/insert.ts"
import { mannerOf } from "../json/print.ts"
import { remove } from "../json/remove.ts"

const key = "fleet"

/** A file that we make, and what is left of it without the setting. */
const made = (fleet: Fleet): string => `${JSON.stringify({ [key]: fleet }, undefined, 2)}\n`
const left = /^\{\s*\}\s*$/

const rootOf = ({ root, text }: Tree) =>
  root === undefined || root.type === "object"
    ? root
    : obstacle(text, root.offset, `Settings are an object, and this is ${kindOf(root)}.`)

/** Returns the text without the setting; `undefined` where the file has nothing else. */
export const withoutFleet = (text: string): { readonly text: string | undefined } | Obstacle => {
  const tree = parse(text)
  if (isObstacle(tree)) return tree
  const root = rootOf(tree)
  if (root === undefined) return { text }
  if ("issue" in root) return root
  const gone = new Set(childrenOf(root).filter((property) => keyOf(property) === key))
  if (gone.size === 0) return { text }
  const after = apply(tree.text, remove(tree.text, root, gone))
  return { text: left.test(after) ? undefined : tree.mark + after }
}

/** Returns the text with the setting, in the place of one that was there before. */
export const withFleet = (text: string | undefined, fleet: Fleet): { readonly text: string } | Obstacle => {
  const before = text === undefined ? { text } : withoutFleet(text)
  if (isObstacle(before)) return before
  if (before.text === undefined) return { text: made(fleet) }
  const tree = parse(before.text)
  if (isObstacle(tree)) return tree
  const root = rootOf(tree)
  if (root === undefined)
    return { text: tree.mark + tree.text + (/[^\r\n]$/.test(tree.text) ? "\n" : "") + made(fleet) }
  if ("issue" in root) return root
  const edits = insert(tree.text, root, [{ name: key, data: fleet }], mannerOf(tree), true)
  return { text: tree.mark + apply(tree.text, edits) }
}
