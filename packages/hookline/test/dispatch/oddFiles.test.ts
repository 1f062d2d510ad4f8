// Files of three kinds in the place of a repository's; oddFiles.long.test.ts has the others.
import { describe } from "@effect/vitest"
import { guardDenies, kinds } from "./oddFiles.ts"

const names: ReadonlySet<string> = new Set(["a link to memory", "a link to zeros", "a pipe"])

describe.concurrent("the user's guard denies, whatever a repository holds in the place of a file:", () => {
  guardDenies(Object.entries(kinds).filter(([name]) => names.has(name)))
})
