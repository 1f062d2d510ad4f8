// Compiles the examples of doc comments with the settings of tsconfig.check.json.
//
// Each example is a module of its own in a temporary folder. The folder lies in node_modules, because there an example
// imports packages by name, as a user's program does.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Finished, run } from "../internal/run.ts"
import { root } from "../internal/workspace.ts"
import { type DocExample, fileNameOf, textOf, withSourcePaths } from "./docExamples.ts"

const tsconfig = {
  extends: "../../tsconfig.check.json",
  // An example ends with the value that it makes.
  compilerOptions: { noUnusedLocals: false },
  include: ["*.ts"]
}

/** Compiles the examples and returns the compiler's output, in which each error names the line of the source file. */
export const compileExamples = async (examples: ReadonlyArray<DocExample>): Promise<Finished> => {
  const folder = mkdtempSync(join(root, "node_modules", ".doc-examples-"))
  try {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig))
    for (const example of examples) writeFileSync(join(folder, fileNameOf(example)), textOf(example))
    const { ok, output } = await run(`tsc --pretty false -p "${folder}"`)
    return { ok, output: withSourcePaths(output) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
