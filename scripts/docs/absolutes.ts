// Finds the sentences of a page that hold without exception, and the marks that name what shows them.
//
//   A denial is final. <!-- proof: FILE.test.ts: TITLE -->   the title of a test, as it is written in that file
//   An Ask denies. <!-- rule: ID -->                         a rule of conformance/rules.json, each of which has a case
//
// The test names the page back in a line above it, `// proves: PAGE`, and a rule in its `pages`: see bound.ts.
// A mark belongs to the sentence before it. Rows of a table whose last head is `test` or `shown by` name their tests or cases
// in that column, as other tests check: see claims.ts, and the page on compatibility.

export interface Mark {
  readonly kind: "proof" | "rule"
  readonly name: string
}

/** A sentence with one of the words. */
export interface Absolute {
  readonly line: number
  readonly sentence: string
  readonly marks: ReadonlyArray<Mark>
}

/** The words. A compound such as `read-only` is another word, and so is the `all` of `at all`. */
const word = /(?<![\w-])(?:never|always|only|every|(?<!\bat )all)(?![\w-])/i

/** Matches a mark. One in a code span is text about marks. */
const mark = /\s*(?<!`)<!-- (proof|rule): ([\s\S]*?) -->/g

/** Replaces each match with blanks, so that lines remain. */
const blank = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, " "))

/** Generated tables and quoted examples, code, and the targets of links: none of these are sentences of the page. */
const noSentence = [
  /^( *)(`{3,})[\s\S]*?^\1\2 *$/gm,
  /<!-- ([\w-]+)[^>]*-->[\s\S]*?<!-- \/\1 -->/g,
  /<!--[\s\S]*?-->/g,
  /\]\([^)\s]+\)/g
]

/** Replaces code spans with as many letters, because their words are names. */
const withoutSpans = (text: string): string => text.replaceAll(/`[^`\n]+`/g, (code) => "x".repeat(code.length))

/** Blocks of a page: headings, paragraphs, items of lists and cells of tables. */
const block = /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)|(?<=\n#[^\n]*)\n|\n(?=\|)|(?<=\n\|[^\n]*)\n|\|/g

/** The end of a sentence: behind its stop, closing quotes or brackets, and its marks. */
const end = /(?<=[.!?][)*"]*(?:⟦\d+⟧)*)\s+/g

/** Returns the parts of a text between matches, each with its offset. */
const split = (text: string, at: RegExp): ReadonlyArray<{ readonly offset: number; readonly part: string }> => {
  const parts: Array<{ readonly offset: number; readonly part: string }> = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(at)) {
    parts.push({ offset: from, part: text.slice(from, index) })
    from = index + found.length
  }
  return [...parts, { offset: from, part: text.slice(from) }]
}

/** Empties the rows of tables that name their tests or cases in the last column, and of measured cases, which have names. */
const withoutShownRows = (page: string): string => {
  let isShown = false
  return page
    .split("\n")
    .map((line, at, lines) => {
      if (!line.startsWith("|")) isShown = false
      else if (lines[at + 1]?.startsWith("| ---") === true)
        isShown = /\| (?:test|shown by) +\|$|^\| case \| ratio \|/.test(line)
      return isShown ? "" : line
    })
    .join("\n")
}

const token = /⟦(\d+)⟧/g

/** Lists the sentences with one of the words, in order. */
export const absolutesOf = (page: string): ReadonlyArray<Absolute> => {
  const own = withoutShownRows(page)
  const marks: Array<Mark> = []
  // A token has as many ends of lines as the mark that it replaces, so that line numbers stay those of the page.
  const marked = own.replaceAll(mark, (written, kind: Mark["kind"], name: string) => {
    marks.push({ kind, name: name.replaceAll(/\s+/g, " ").trim() })
    return `⟦${marks.length - 1}⟧${"\n".repeat(written.split("\n").length - 1)}`
  })
  const whole = `\n${marked}`
  const text = withoutSpans(noSentence.reduce(blank, whole))
  return split(text, block).flatMap(({ offset, part }) =>
    split(part, end).flatMap(({ offset: inside, part: sentence }) => {
      const plain = sentence.replaceAll(token, "")
      if (!word.test(plain)) return []
      const lead = Math.max(sentence.search(/\S/), 0)
      const from = offset + inside
      const written = whole.slice(from, from + sentence.length).replaceAll(token, "")
      return [
        {
          line: text.slice(0, from + lead).split("\n").length - 1,
          sentence: written.replaceAll(/\s+/g, " ").trim(),
          marks: Array.from(sentence.matchAll(token), ([, at]) => marks[Number(at)]).filter((one) => one !== undefined)
        }
      ]
    })
  )
}

/** Lists the marks of a page, wherever they are. */
export const marksOf = (page: string): ReadonlyArray<Mark> =>
  Array.from(page.matchAll(mark), ([, kind, name = ""]) => ({
    kind: kind === "rule" ? "rule" : "proof",
    name: name.replaceAll(/\s+/g, " ").trim()
  }))
