// Named faults: each breaks a law of the library, and is addressed by the symbol that keeps the law.
import { declarationsAround, declaredName } from "./declarations.ts"
import type { Edit } from "./Edit.ts"
import type { Mutant } from "./Mutant.ts"
import { type OperatorName, operators } from "./operators.ts"
import type { Source } from "./Source.ts"
import { type Node, type Site, sites, wordsIn } from "../internal/syntax.ts"

/**
 * Where a fault is planted: in the only declaration of this name, or in the only one in modules of this name. One at the
 * top of a module precedes those within others.
 */
interface Address {
  readonly symbol: string
  readonly module?: string
}

/** A fault that an operator derives, at the one place in the symbol whose code mentions all these names and literals. */
interface Derived {
  readonly operator: OperatorName
  readonly mentions: ReadonlyArray<string>
}

/** A fault of its own: returns the text that replaces a node, for exactly one node in the symbol. */
interface Edited {
  readonly edit: (node: Node, text: string) => string | undefined
}

/** A law, and a fault that breaks it. */
export type Law = Address &
  (Derived | Edited) & {
    readonly id: string
    /** The law, as a sentence. */
    readonly law: string
  }

/** Result of looking for a law's fault in the sources: the mutant, or a sentence that says why there is none. */
export type Found =
  | { readonly _tag: "Mutant"; readonly mutant: Mutant }
  | { readonly _tag: "Problem"; readonly problem: string }

interface Declaration {
  readonly source: Source
  readonly site: Site
}

/** Index of the declarations by their names. */
export type Declarations = ReadonlyMap<string, ReadonlyArray<Declaration>>

/** Lists all declarations of the sources. */
export const declarationsIn = (sources: ReadonlyArray<Source>): Declarations =>
  Map.groupBy(
    sources.flatMap((source) => Array.from(sites(source.program), (site) => ({ source, site }))),
    ({ site }) => declaredName(site.node) ?? ""
  )

const candidatesOf = (
  law: Law,
  site: Site,
  text: string
): ReadonlyArray<{ readonly edit: Edit; readonly subject: Node }> => {
  if ("operator" in law) return operators[law.operator](site, text)
  const by = law.edit(site.node, text)
  const { node } = site
  return by === undefined ? [] : [{ edit: { start: node.start, end: node.end, text: by }, subject: node }]
}

const contains = (outer: Node, inner: Node): boolean =>
  outer !== inner && outer.start <= inner.start && inner.end <= outer.end

/** Returns the edits that the law may mean; of one within another, the inner one. */
const editsOf = (law: Law, { site, source }: Declaration): ReadonlyArray<Edit> => {
  const mentions = "mentions" in law ? law.mentions : []
  const found = Array.from(sites(site.node, site.ancestors), (each) => candidatesOf(law, each, source.text))
    .flat()
    .filter(({ subject }) => {
      const words = wordsIn(subject)
      return mentions.every((word) => words.has(word))
    })
  return found.filter(({ subject }) => !found.some((other) => contains(subject, other.subject))).map(({ edit }) => edit)
}

/** Finds the fault of a law in the sources. */
export const find = (law: Law, declarations: Declarations): Found => {
  const problem = (text: string): Found => ({ _tag: "Problem", problem: `${law.id}: ${text}` })
  const all = (declarations.get(law.symbol) ?? []).filter(
    ({ source }) => law.module === undefined || source.module === law.module
  )
  const outer = all.filter(({ site }) => declarationsAround(site).length === 1)
  const called = outer.length === 0 ? all : outer
  const name = law.module === undefined ? law.symbol : `${law.module}.${law.symbol}`
  const [only, ...more] = called
  if (only === undefined) return problem(`no source declares ${name}`)
  if (more.length > 0) {
    return problem(`several declare ${name}: ${called.map(({ source }) => source.path).join(", ")}; add "module"`)
  }
  const edits = editsOf(law, only)
  const [edit] = edits
  if (edit === undefined || edits.length > 1) {
    return problem(`${name} has ${edits.length} places for its fault, and must have exactly one`)
  }
  return { _tag: "Mutant", mutant: { id: law.id, source: only.source, edit } }
}
