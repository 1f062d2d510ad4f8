// Compares the marks of pages with what their tests and rules name back: each names the other, or it is reported.
import { marksOf } from "./absolutes.ts"
import { claimsOf, titlesIn } from "./claims.ts"
import { provesIn } from "./proves.ts"

/** A rule of conformance/rules.json, with the pages that name it in a mark. */
export interface Rule {
  readonly id: string
  readonly pages?: ReadonlyArray<string> | undefined
}

/** The pages and the test files, by path with their texts, and the rules. */
export interface Documentation {
  readonly pages: ReadonlyMap<string, string>
  readonly tests: ReadonlyMap<string, string>
  readonly rules: ReadonlyArray<Rule>
}

/** What a page names: a test by file and title, or a rule by its id in `rules.json`. */
interface Named {
  readonly page: string
  readonly file: string
  readonly title: string
}

const rulesFile = "conformance/rules.json"

/** Returns the file and the title of a mark, in which `: ` separates them. */
export const testOf = (name: string): { readonly file: string; readonly title: string } | undefined => {
  const [, file, title] = /^(\S+\.test\.ts): (.+)$/.exec(name) ?? []
  return file === undefined || title === undefined ? undefined : { file, title }
}

const keyOf = ({ file, page, title }: Named): string => JSON.stringify([page, file, title])

/** Lists what is wrong between pages, tests and rules; empty where each names the other. */
export const unbound = ({ pages, rules, tests }: Documentation): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const named: Array<Named> = []
  for (const [page, text] of pages) {
    for (const { kind, name } of marksOf(text)) {
      const test = kind === "rule" ? { file: rulesFile, title: name } : testOf(name)
      if (test === undefined) problems.push(`${page}: write "${name}" as FILE.test.ts: TITLE`)
      else named.push({ page, ...test })
    }
    for (const { file, title } of claimsOf(text).claims) named.push({ page, file, title })
  }
  const wanted = new Set(named.map(keyOf))

  const back = new Set<string>()
  const bind = (one: Named, where: string): void => {
    if (wanted.has(keyOf(one))) back.add(keyOf(one))
    else problems.push(`${where}: ${one.page} has no mark of "${one.title}"`)
  }
  for (const [file, text] of tests) {
    for (const { line, pages: proven, title } of provesIn(file, text)) {
      if (title === undefined) problems.push(`${file}:${line}: there is no test below "// proves:"`)
      else for (const page of proven) bind({ page, file, title }, `${file}:${line}`)
    }
  }
  for (const { id, pages: proven = [] } of rules) {
    for (const page of proven) bind({ page, file: rulesFile, title: id }, rulesFile)
  }

  const ids = new Set(rules.map(({ id }) => id))
  const titles = new Map(Array.from(tests, ([file, text]) => [file, titlesIn(text)]))
  for (const one of named) {
    const { file, page, title } = one
    const known = file === rulesFile ? ids : titles.get(file)
    if (known === undefined) problems.push(`${page}: there is no test file ${file}`)
    else if (!known.has(title))
      problems.push(`${page}: ${file} has no ${file === rulesFile ? "rule" : "test"} "${title}"`)
    else if (!back.has(keyOf(one)))
      problems.push(
        file === rulesFile
          ? `${page}: the rule "${title}" does not name the page: add it to "pages" in ${rulesFile}`
          : `${page}: "${title}" of ${file} does not name the page: write // proves: ${page} above the test`
      )
  }
  return Array.from(new Set(problems))
}
