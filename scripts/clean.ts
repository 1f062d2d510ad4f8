// Removes what the compiler wrote. It never removes the output of a source that is gone, and such a file would be
// published. Its records go too: it trusts them, and would write nothing for a dist that is missing.
import { globSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "./internal/workspace.ts"

for (const output of globSync(["packages/*/dist", "packages/*/*.tsbuildinfo", "*.tsbuildinfo"], { cwd: root })) {
  rmSync(join(root, output), { force: true, recursive: true })
}
