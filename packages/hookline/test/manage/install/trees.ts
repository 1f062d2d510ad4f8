// Trees of files, and every way in which one differs from another by one step.
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

export interface TreeFile {
  readonly path: string
  readonly text: string
  readonly runs: boolean
}

export type Tree = ReadonlyArray<TreeFile>

const steps = Schema.Literals([
  "a",
  "A",
  "b.sh",
  "é",
  "e\u0301",
  "x y",
  "new\nline",
  "\u{1f600}",
  "\uff21",
  "$(x)",
  "'"
])

const file = Arbitrary.all([
  Arbitrary.array(Arbitrary.schema(steps), { minLength: 1, maxLength: 3 }),
  Arbitrary.schema(Schema.String),
  Arbitrary.schema(Schema.Boolean)
])

/** Folds what a disk may take for one name. */
const folded = (at: string): string => at.normalize("NFC").toLowerCase()

/** Trees that a disk can have: no path is twice in one, and none is a folder of another. */
export const trees: Arbitrary.Arbitrary<Tree> = Arbitrary.map(
  Arbitrary.array(file, { minLength: 1, maxLength: 6 }),
  (all) => {
    const tree: Array<TreeFile> = []
    for (const [words, text, runs] of all) {
      const at = words.join("/")
      const [own, others] = [folded(at), tree.map(({ path }) => folded(path))]
      const isFree = others.every((one) => one !== own && !one.startsWith(`${own}/`) && !own.startsWith(`${one}/`))
      // A lone surrogate is no text of a file.
      if (isFree) tree.push({ path: at, text: text.toWellFormed(), runs })
    }
    return tree
  }
)

export interface Mutation {
  readonly what: string
  readonly tree: Tree
}

/** Returns the trees that differ from one in one byte, mode, name or file. */
export const mutationsOf = (tree: Tree): ReadonlyArray<Mutation> => [
  { what: "a file more", tree: [...tree, { path: "zz-more", text: "", runs: true }] },
  ...tree.flatMap((one, index): ReadonlyArray<Mutation> => {
    const replaced = (other: TreeFile): Tree => tree.with(index, other)
    const flipped = one.text === "" ? "x" : `${one.text.startsWith("q") ? "r" : "q"}${one.text.slice(1)}`
    return [
      { what: `a byte of ${one.path}`, tree: replaced({ ...one, text: flipped.toWellFormed() }) },
      { what: `a byte more in ${one.path}`, tree: replaced({ ...one, text: `${one.text} ` }) },
      { what: `the mode of ${one.path}`, tree: replaced({ ...one, runs: !one.runs }) },
      { what: `the name of ${one.path}`, tree: replaced({ ...one, path: `${one.path}-x` }) },
      { what: `${one.path} is gone`, tree: tree.toSpliced(index, 1) }
    ]
  })
]
