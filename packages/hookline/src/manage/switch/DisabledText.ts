/**
 * The text of a settings file with an entry under `disabled`, and without it.
 *
 * **Details**
 *
 * Nothing else in it changes: comments, indentation, line ends, the order of keys. An entry that is put there and taken
 * out again leaves the bytes as they were, with three exceptions: where the list was there and empty, the key goes with
 * its last entry; a file that holds nothing but the braces of one that we made is taken away; and one without any value
 * gets braces, without which it counts for nothing.
 *
 * @since 0.1.0
 */
import { breaks } from "../json/gaps.ts"
import { insert } from "../json/insert.ts"
import { mannerOf } from "../json/print.ts"
import { remove } from "../json/remove.ts"
import {
  apply,
  childrenOf,
  dataOf,
  endOf,
  isObstacle,
  keyOf,
  kindOf,
  type Obstacle,
  obstacle,
  parse,
  type Place,
  placeOf,
  propertyOf,
  type Tree,
  valueOf
} from "@hookline/node/kit/json/tree"

export type {
  /**
   * An obstacle in a text, with its position.
   *
   * @category models
   * @since 0.1.0
   */
  Obstacle
}

/**
 * A text after an edit; without one the file goes. `loose` is the first place that JSON does not know.
 *
 * @category models
 * @since 0.1.0
 */
export interface Edited {
  readonly text: string | undefined
  readonly loose?: Place
}

const key = "disabled"

/** A file that we make. Its braces on lines of their own are how it is known when the entry goes again. */
const made = (entry: string): string => `{\n  "${key}": [${JSON.stringify(entry)}]\n}\n`
const left = "{\n}\n"

const listIn = ({ root, text }: Tree) => {
  const list = valueOf(propertyOf(root, key))
  return list === undefined || list.type === "array"
    ? list
    : obstacle(text, list.offset, `"${key}" is a list; here is ${kindOf(list)}.`)
}

const told = (tree: Tree, text: string | undefined): Edited => ({
  text: text === undefined ? undefined : tree.mark + text,
  ...(tree.loose !== undefined && { loose: tree.loose })
})

/**
 * The text with the entry. Without a text there is no file yet. One that has the entry stays as it is.
 *
 * @category editing
 * @since 0.1.0
 */
export const withEntry = (text: string | undefined, entry: string): Edited | Obstacle => {
  if (text === undefined) return { text: made(entry) }
  const tree = parse(text)
  if (isObstacle(tree)) return tree
  const { root } = tree
  if (root === undefined) {
    // It had only blanks and comments, which stay in front.
    return told(tree, tree.text + (/[^\r\n]$/.test(tree.text) ? "\n" : "") + made(entry))
  }
  const list = listIn(tree)
  if (list !== undefined && isObstacle(list)) return list
  if (list !== undefined && childrenOf(list).some((item) => dataOf(item) === entry)) return told(tree, tree.text)
  const manner = mannerOf(tree)
  const isTall = breaks(tree.text, root.offset, endOf(root))
  if (list !== undefined) return told(tree, apply(tree.text, insert(tree.text, list, [{ data: entry }], manner, false)))
  // The list itself is on one line, whatever the file's format: most have an entry or two.
  const mark = `\u0000${key}`
  const edits = insert(tree.text, root, [{ name: key, data: mark }], manner, isTall)
  const inner = `[${JSON.stringify(entry)}]`
  const placed = edits.map((edit) => ({ ...edit, text: edit.text.replace(JSON.stringify(mark), () => inner) }))
  return told(tree, apply(tree.text, placed))
}

/**
 * Removes the entry from the text, wherever it is in the list.
 *
 * @category editing
 * @since 0.1.0
 */
export const withoutEntry = (text: string, entry: string): Edited | Obstacle => {
  const tree = parse(text)
  if (isObstacle(tree)) return tree
  const list = listIn(tree)
  if (list !== undefined && isObstacle(list)) return list
  const { root } = tree
  const gone = new Set(childrenOf(list).filter((item) => dataOf(item) === entry))
  if (root === undefined || list === undefined || gone.size === 0) return told(tree, tree.text)
  if (gone.size < childrenOf(list).length) return told(tree, apply(tree.text, remove(tree.text, list, gone)))
  // Of two keys of one name the other would count then.
  const properties = childrenOf(root).filter((property) => keyOf(property) === key)
  const after = apply(tree.text, remove(tree.text, root, new Set(properties), true))
  return told(tree, tree.mark === "" && after === left ? undefined : after)
}

/**
 * Returns the position of the entry, or `undefined`.
 *
 * @category getters
 * @since 0.1.0
 */
export const lineOf = (text: string, entry: string): number | undefined => {
  const tree = parse(text)
  const list = isObstacle(tree) ? undefined : listIn(tree)
  if (isObstacle(tree) || list === undefined || isObstacle(list)) return undefined
  const item = childrenOf(list).find((each) => dataOf(each) === entry)
  return item && placeOf(tree.text, item.offset).line
}
