/** The files that a user may paste, by the dialects that read them. */
import type { Dialect, HookFiles } from "@hookline/core/Dialect"
import * as Dialects from "@hookline/dialects/Dialects"

/** A file of a project in which a dialect's hooks are written. */
export interface Format {
  readonly dialect: string
  readonly title: string
  /** The path from the project. */
  readonly path: string
}

const pathOf = (spec: HookFiles): string => (spec._tag === "File" ? spec.path : `${spec.path}/${spec.file}`)

const ofDialect = ({ files, name, title }: Dialect): ReadonlyArray<Format> =>
  files.flatMap((spec) => (spec.scope === "project" ? [{ dialect: name, title, path: pathOf(spec) }] : []))

/** All files, the canonical dialect's first. */
export const formats: ReadonlyArray<Format> = [
  ...ofDialect(Dialects.canonical),
  ...Dialects.all.filter((dialect) => dialect !== Dialects.canonical).flatMap(ofDialect)
]
