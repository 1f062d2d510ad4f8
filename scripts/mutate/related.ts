// The test files that may find a fault: those that import the module with it, the nearest first.
import { packageFolders, read, typescriptFiles } from "../internal/workspace.ts"
import { importsOf, startsCommand } from "./imports.ts"

/** A test file that imports a module, directly or through others. */
export interface TestFile {
  readonly path: string
  /** The project of the test runner, which is named like the package's folder. */
  readonly project: string
  /** Reports whether the file belongs to the package of the module. */
  readonly isOwn: boolean
  /** How many imports lead from the test file to the module. */
  readonly distance: number
  readonly needsBundle: boolean
}

interface Graph {
  readonly importers: ReadonlyMap<string, ReadonlyArray<string>>
  readonly startCommand: ReadonlySet<string>
}

const makeGraph = (): Graph => {
  const importers = new Map<string, Array<string>>()
  const startCommand = new Set<string>()
  for (const path of packageFolders().flatMap((folder) => typescriptFiles(`packages/${folder}`))) {
    const text = read(path)
    if (startsCommand(text)) startCommand.add(path)
    for (const imported of importsOf(path, text)) {
      const known = importers.get(imported)
      if (known === undefined) importers.set(imported, [path])
      else known.push(path)
    }
  }
  return { importers, startCommand }
}

/** Returns the distance of every file that imports one of these, directly or through others. */
const distancesFrom = (paths: Iterable<string>, { importers }: Graph): ReadonlyMap<string, number> => {
  const distances = new Map<string, number>(Array.from(paths, (path) => [path, 0]))
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}

/** Finds test files by the modules that they import. */
export interface Related {
  readonly to: (path: string) => ReadonlyArray<TestFile>
}

const projectOf = (path: string): string => path.split("/")[1] ?? ""

/** Reads the imports of all packages once. */
export const make = (): Related => {
  const graph = makeGraph()
  const needBundle = distancesFrom(graph.startCommand, graph)
  return {
    to: (path) => {
      const own = projectOf(path)
      return Array.from(distancesFrom([path], graph))
        .filter(([file]) => file.endsWith(".test.ts"))
        .map(([file, distance]) => ({
          path: file,
          project: projectOf(file),
          isOwn: projectOf(file) === own,
          distance,
          needsBundle: needBundle.has(file)
        }))
        .toSorted(
          (self, that) =>
            // The tests of the package itself come first; nothing else starts as quickly.
            Number(that.isOwn) - Number(self.isOwn) || self.distance - that.distance || (self.path < that.path ? -1 : 1)
        )
    }
  }
}
