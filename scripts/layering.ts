// Refuses what a package may not import, a vendor's name in core, node and hookline, and the platform in schema and core. The rules are in layering/rules.ts.
import { exists, packageFolders, read, readManifest, typescriptFiles } from "./internal/workspace.ts"
import { type SourceFile, violations } from "./layering/rules.ts"

const tools = Object.keys(readManifest("package.json").devDependencies ?? {})

const filesOf = (folder: string): ReadonlyArray<SourceFile> => {
  const manifest = `packages/${folder}/package.json`
  const { dependencies, devDependencies, peerDependencies } = exists(manifest) ? readManifest(manifest) : {}
  const published = Object.keys({ ...dependencies, ...peerDependencies })
  const declared = {
    src: new Set(published),
    test: new Set([...published, ...Object.keys(devDependencies ?? {}), ...tools])
  }
  return (["src", "test"] as const).flatMap((kind) =>
    typescriptFiles(`packages/${folder}/${kind}`).map((path) => ({
      folder,
      kind,
      path,
      text: read(path),
      declared: declared[kind]
    }))
  )
}

const files = packageFolders().flatMap(filesOf)
const found = files.flatMap(violations)

for (const { path, line, message } of found) console.log(`${path}:${line}: ${message}`)
if (files.length === 0) console.log("No package has a TypeScript file, so nothing was checked.")
else console.log(`${files.length} files checked, ${found.length === 0 ? "nothing" : found.length} found`)
if (files.length === 0 || found.length > 0) process.exitCode = 1
