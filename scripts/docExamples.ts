// Compiles every example in the doc comments of packages/*/src.
import { compileExamples } from "./docs/compileExamples.ts"
import { docExamplesOf } from "./docs/docExamples.ts"
import { packageFolders, read, typescriptFiles } from "./internal/workspace.ts"

const examples = packageFolders()
  .flatMap((name) => typescriptFiles(`packages/${name}/src`))
  .flatMap((path) => docExamplesOf(path, read(path)))

if (examples.length === 0) {
  console.log("No doc comment has an example, so nothing was compiled.")
  process.exitCode = 1
} else {
  const { ok, output } = await compileExamples(examples)
  if (!ok) console.log(output.trimEnd())
  console.log(`${examples.length} examples of doc comments compiled, ${ok ? "no errors" : "errors found"}`)
  if (!ok) process.exitCode = 1
}
