// Adds to package-lock.json the packages of other platforms that npm left out, and removes addresses.
//
// npm drops an optional package from the lock when the registry does not have it at that moment, and `npm ci` then
// refuses the lock as incomplete. An entry with a version and a platform is enough: npm skips it everywhere else, and
// asks the registry for it there. The address of a registry means nothing on another machine.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { read, root } from "./internal/workspace.ts"
import { complete, type LockPackages } from "./lock/complete.ts"

const file = "package-lock.json"
const lock = JSON.parse(read(file)) as { readonly packages: LockPackages }
const { packages, added } = complete(lock.packages)

writeFileSync(join(root, file), `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
console.log(`${file}: ${Object.keys(packages).length} entries, of which ${added} were missing`)
