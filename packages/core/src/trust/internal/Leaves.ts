// What a text leaves to the scripts that it runs: the folder in which they start, `PATH`, and variables.
import type { Values } from "./Values.ts"

/** The state in which a script starts, as far as it differs from that of the hook. */
export interface Leaves {
  /** The folders in which it may start. */
  readonly folders: ReadonlyArray<string>
  readonly isFolderOpen: boolean
  /** Folders in which programs are found by their names, before those of the machine. */
  readonly searched: ReadonlyArray<string>
  /** The values that variables may have beside their own. */
  readonly variables: Readonly<Record<string, Values>>
}

export const nothingLeft: Leaves = { folders: [], isFolderOpen: false, searched: [], variables: {} }

/** Limits the values of one variable, and the variables. */
const mostValues = 16
const mostNames = 200

const together = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set([...one, ...other])
]

/** Combines what several texts leave to one script. */
export const merged = (one: Leaves, other: Leaves): Leaves => {
  const variables: Record<string, Values> = { ...one.variables }
  for (const [name, values] of Object.entries(other.variables)) {
    const before = variables[name]
    const all = together(before?.all ?? [], values.all)
    const isOpen = before?.isOpen === true || values.isOpen || all.length > mostValues
    if (Object.hasOwn(variables, name) || Object.keys(variables).length < mostNames)
      variables[name] = { all: all.slice(0, mostValues), isOpen }
  }
  const folders = together(one.folders, other.folders)
  return {
    folders: folders.slice(0, mostValues),
    isFolderOpen: one.isFolderOpen || other.isFolderOpen || folders.length > mostValues,
    searched: together(one.searched, other.searched).slice(0, mostValues),
    variables
  }
}

/** Returns a text that differs where what is left differs. */
export const textOf = (leaves: Leaves): string => JSON.stringify(leaves)
