// Runs what is fuzzed: `npm run fuzz -- NAME --runs 20000 --seed 7`. Without a name all readers are fed with texts that are
// nearly right, for a minute.
import { names } from "./names.ts"

const [, , name] = process.argv
const isOption = name === undefined || name.startsWith("--") || /^\d+$/.test(name)
const load = isOption ? names.readers : Object.entries(names).find(([own]) => own === name)?.[1]
if (load === undefined) {
  console.error(`There is no target ${JSON.stringify(name)}. The targets are ${Object.keys(names).join(", ")}.`)
  process.exitCode = 2
} else await load()
