// Finds what a source file's comments and messages have against the rules for words.
import { parseSync } from "vite"
import { terms, wrongHead } from "./terms.ts"

/** The rules that are counted. The count of each may only fall. */
export const rules = ["heads", "words", "messages", "examples"] as const

export type Rule = (typeof rules)[number]

export interface Finding {
  readonly rule: Rule
  readonly path: string
  readonly line: number
  readonly message: string
}

export interface SourceFile {
  /** The path from the root of the repository. */
  readonly path: string
  readonly text: string
  /** True for a module that the package exports to users. */
  readonly isPublic: boolean
}

/** The findings of a file, with figures that are reported and not gated. */
export interface Findings {
  readonly findings: ReadonlyArray<Finding>
  /** The number of doc comments that have a sentence. */
  readonly docs: number
  /** The number of doc comments that begin with a verb in the third person. */
  readonly verbs: number
}

interface Text {
  readonly value: string
  readonly offset: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Lists the texts of strings and templates below a node. A string without a blank is a name and no message. */
const messagesIn = (node: unknown): ReadonlyArray<Text> => {
  if (Array.isArray(node)) return node.flatMap(messagesIn)
  if (!isObject(node)) return []
  const { start, type, value } = node
  if (typeof start === "number") {
    // Each starts at its quote, or at the brace before it.
    if (type === "Literal" && typeof value === "string") return /\s/.test(value) ? [{ value, offset: start + 1 }] : []
    if (type === "TemplateElement" && isObject(value)) return [{ value: String(value["raw"]), offset: start + 1 }]
  }
  return Object.values(node).flatMap(messagesIn)
}

/** Replaces each match with blanks, so that offsets and lines remain. */
const blank = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, " "))

/** Blanks the marks of a comment, and fenced examples and code spans, whose words are names. */
const wordsOnly = (comment: string): string =>
  [/^\s*(?:\/\/|\/?\*+\/?)/gm, /```[\s\S]*?```/g, /`[^`\n]*`/g].reduce(blank, comment)

interface Comment {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Joins line comments that follow each other, because their sentences do. */
const joined = (text: string, comments: ReadonlyArray<Comment>): ReadonlyArray<Comment> => {
  const done: Array<Comment> = []
  for (const comment of comments) {
    const last = done.at(-1)
    const follows =
      last?.type === "Line" && comment.type === "Line" && /^\s*$/.test(text.slice(last.end, comment.start))
    if (follows) done[done.length - 1] = { ...last, end: comment.end }
    else done.push(comment)
  }
  return done
}

/** Returns the sentence around an offset, across lines. */
const sentenceAt = (text: string, offset: number): string => {
  const ends = /[.!?](?=\s)/g
  const before = Array.from(text.slice(0, offset).matchAll(ends), ({ index }) => index + 1).at(-1) ?? 0
  const after = text.slice(offset).search(ends)
  return text.slice(before, after === -1 ? text.length : offset + after)
}

interface Word {
  readonly offset: number
  readonly message: string
}

/** Finds the words that the glossary replaces. */
export const wordsIn = (text: string): ReadonlyArray<Word> =>
  terms.flatMap(({ instead, pattern, unless }) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ found, index }))
      .filter(({ index }) => unless === undefined || !unless.test(sentenceAt(text, index)))
      .map(({ found, index }) => ({
        offset: index,
        message: `"${found.replaceAll(/\s+/g, " ")}": write ${instead}`
      }))
  )

/** Returns the text of a doc comment, without stars. */
const textOfDoc = (value: string): string =>
  value
    .slice(1)
    .replaceAll(/^\s*\* ?/gm, "")
    .trim()

/** Plural nouns that a doc comment of a type begins with. */
const isPluralNoun = (head: string): boolean =>
  /^(?:Options|Its|This|As|Always|Others)\b/.test(head) || /^\w+ (?:of|that|which|whose|are|and)\b/.test(head)

const beginsWithVerb = (head: string): boolean =>
  /^[A-Z][a-z]*s\b/.test(head) && !/^\w*ss\b/.test(head) && !isPluralNoun(head)

const needsExample = (doc: string): boolean =>
  /^@category (?:services|layers|constructors)$/m.test(doc) && !/^@example\b/m.test(doc)

/** Finds everything that the rules count in a file. Throws where the file does not parse. */
export const findingsOf = ({ isPublic, path, text }: SourceFile): Findings => {
  const { comments, errors, program } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`)
  const finding = (rule: Rule, offset: number, message: string): Finding => ({
    rule,
    path,
    line: text.slice(0, offset).split("\n").length,
    message
  })
  const inText = (rule: Rule, { offset, value }: Text): ReadonlyArray<Finding> =>
    wordsIn(value).map(({ message, offset: inside }) => finding(rule, offset + inside, message))

  const docs = comments
    .filter(({ type, value }) => type === "Block" && value.startsWith("*"))
    .map(({ start, value }) => ({ start, doc: textOfDoc(value) }))
  const heads = docs.filter(({ doc }) => doc !== "" && !doc.startsWith("@"))
  return {
    docs: heads.length,
    verbs: heads.filter(({ doc }) => beginsWithVerb(doc)).length,
    findings: [
      ...heads.flatMap(({ doc, start }) => {
        const [head] = wrongHead.exec(doc) ?? []
        return head === undefined ? [] : [finding("heads", start, `begins with "${head}": write a verb or a noun`)]
      }),
      ...joined(text, comments).flatMap(({ end, start }) =>
        inText("words", { offset: start, value: wordsOnly(text.slice(start, end)) })
      ),
      ...messagesIn(program.body).flatMap((message) => inText("messages", message)),
      ...docs
        .filter(({ doc }) => isPublic && needsExample(doc))
        .map(({ start }) => finding("examples", start, "is public and has no example"))
    ]
  }
}
