// Claims of a page, each with the test that shows it: the rows of its tables with the heads `claim` and `test`.

/** A row: what is claimed, below which heading, and the file and the title of the test. */
export interface Claim {
  readonly section: string
  readonly claim: string
  readonly file: string
  readonly title: string
}

/** The claims of a page, its sections, and the rows that name no test. */
export interface Claims {
  readonly sections: ReadonlyArray<string>
  readonly claims: ReadonlyArray<Claim>
  readonly unreadable: ReadonlyArray<string>
}

const head = "| claim | test |"

/** Reads the tables of claims of a page. */
export const claimsOf = (page: string): Claims => {
  const sections: Array<string> = []
  const claims: Array<Claim> = []
  const unreadable: Array<string> = []
  let isInside = false
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) sections.push(line.slice(3))
    if (!line.startsWith("|")) isInside = false
    else if (line.replace(/\s+/g, " ").trim() === head) isInside = true
    else if (isInside && !/^\|[ -]+\|[ -]+\|$/.test(line)) {
      const [, claim = "", file, title] = /^\| (.+?) \| `([^`]+)`: (.+?) +\|$/.exec(line) ?? []
      if (file === undefined || title === undefined) unreadable.push(line)
      else claims.push({ section: sections.at(-1) ?? "", claim, file, title })
    }
  }
  return { sections, claims, unreadable }
}

/** Matches a text in quotes as the first argument of a call, such as a test's title. */
const argument = /\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g

/** Returns the titles of the tests in a file, templates as they are written. */
export const titlesIn = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(text.matchAll(argument), ([, plain, template]) => (plain ?? template ?? "").replaceAll('\\"', '"'))
  )

/** Returns the claims whose test is not there. `read` returns a file's text, or `undefined` if it does not exist. */
export const missingIn = (
  claims: ReadonlyArray<Claim>,
  read: (file: string) => string | undefined
): ReadonlyArray<string> => {
  const known = new Map<string, ReadonlySet<string> | undefined>()
  return claims.flatMap(({ claim, file, title }) => {
    if (!known.has(file)) {
      const text = file.endsWith(".test.ts") ? read(file) : undefined
      known.set(file, text === undefined ? undefined : titlesIn(text))
    }
    const titles = known.get(file)
    if (titles === undefined) return [`${claim}: there is no test file ${file}`]
    return titles.has(title) ? [] : [`${claim}: ${file} has no test "${title}"`]
  })
}
