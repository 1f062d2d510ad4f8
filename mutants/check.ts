// Whether the list of planted faults still speaks of the sources as they are: it rots with each change of them.
import { exists, read, typescriptFiles } from "../scripts/internal/workspace.ts"
import { fateIn, readFates } from "./document.ts"
import { mutants } from "./list.ts"
import type { Mutant } from "./Mutant.ts"

const places = (text: string, find: string): number => text.split(find).length - 1

const aboutText = ({ file, find, replace }: Mutant): ReadonlyArray<string> => {
  if (!exists(file)) return [`there is no ${file}`]
  const found = places(read(file), find)
  return [
    ...(found === 1 ? [] : [`its text stands ${found} times in ${file}: ${JSON.stringify(find)}`]),
    ...(find === replace ? ["it changes nothing"] : [])
  ]
}

const aboutTests = ({ project, tests }: Mutant): ReadonlyArray<string> => {
  const files = typescriptFiles(`packages/${project}/test`)
  return tests
    .filter((part) => !files.some((file) => file.includes(part) && file.endsWith(".test.ts")))
    .map((part) => `${project} has no test that is called ${part}`)
}

/** What is wrong with the list, each in a sentence. */
export const faultsOfList = (list: ReadonlyArray<Mutant> = mutants): ReadonlyArray<string> => {
  const ids = list.map(({ id }) => id)
  return [
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${id}: another one is called so`),
    ...list.flatMap((mutant) =>
      [...aboutText(mutant), ...aboutTests(mutant)].map((problem) => `${mutant.id}: ${problem}`)
    )
  ]
}

/** What the document does not say of the list. */
export const faultsOfDocument = (): ReadonlyArray<string> => {
  const fates = readFates()
  return mutants
    .filter(({ id }) => fateIn(fates, id)._tag === "Unknown")
    .map(({ id }) => `${id}: docs/testing.md does not say what became of it; npm run mutate -- ${id}`)
}
