// Which file of the repository imports which when it runs. Types are left out: no test fails by them.
import { entry } from "../bundle.ts"
import { resolved, specifiersOf } from "../internal/valueImports.ts"

/** Reports whether a file starts the bundled command, which is made of the sources. */
export const startsCommand = (text: string): boolean => /"(?:\.\.\/)+bin\/hookline\.js"/.test(text)

/** Returns the paths of the files that a file imports, or that the command consists of if the file starts the command. */
export const importsOf = (path: string, text: string): ReadonlyArray<string> => {
  const { atOnce, later } = specifiersOf(path, text)
  return [
    ...[...atOnce, ...later].flatMap((specifier) => resolved(path, specifier) ?? []),
    ...(startsCommand(text) ? [entry] : [])
  ]
}
