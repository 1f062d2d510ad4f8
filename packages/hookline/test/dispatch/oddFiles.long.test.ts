// Files of each kind in the place of a repository's.
import { describe } from "@effect/vitest"
import { guardDenies, kinds } from "./oddFiles.ts"

describe.concurrent("the user's guard denies, whatever a repository holds in the place of a file:", () => {
  guardDenies(Object.entries(kinds))
})
