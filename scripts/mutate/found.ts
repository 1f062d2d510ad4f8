// Which test found the fault of each law when it was tried last. The runner writes it, the reference page shows it.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { exists, read, root } from "../internal/workspace.ts"
import type { FailedTest } from "./tests.ts"

const path = "scripts/mutate/found.json"

/** Reads the tests by the ids of the laws. */
export const readFound = (): ReadonlyMap<string, FailedTest> =>
  // Only `writeFound` writes this file.
  new Map(exists(path) ? Object.entries(JSON.parse(read(path)) as Record<string, FailedTest>) : [])

/** Writes the tests of these laws, in their order. */
export const writeFound = (found: ReadonlyMap<string, FailedTest>, ids: ReadonlyArray<string>): void => {
  const kept = ids.flatMap((id) => {
    const test = found.get(id)
    return test === undefined ? [] : [[id, test] as const]
  })
  writeFileSync(join(root, path), `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`)
}
