// Puts into docs/architecture.md what a dispatch loads before it has run a hook: all modules that are reached by static
// imports. A heavy module that joins them is seen in the diff.
//
//   <!-- loads: FILE --> … <!-- /loads -->    the modules that FILE, a path from the root, loads with itself
import { read } from "../internal/workspace.ts"
import { loadsOf } from "./internal/loads.ts"

const page = "docs/architecture.md"

export const generate = () => [
  {
    path: page,
    text: read(page).replaceAll(
      /(<!-- loads: (\S+) -->\n)[\s\S]*?(<!-- \/loads -->)/g,
      (_, before: string, entry: string, after: string) => `${before}\n${loadsOf(entry, read)}\n\n${after}`
    )
  }
]
