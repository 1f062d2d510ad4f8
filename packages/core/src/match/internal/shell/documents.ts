// Here-documents, and the ends of lines behind which they begin.
import { giveUp } from "./Budget.ts"
import { quotedDollar, readBackticks } from "./expansions.ts"
import type { HereDocument, Reader } from "./Reader.ts"

/** Reads the end of a line between commands, and the documents that begin behind it. */
export const readNewline = (reader: Reader): void => {
  if (reader.outerDocuments > 0) giveUp()
  reader.skip(1)
  for (const document of reader.documents.splice(0)) readDocument(reader, document)
}

/** Goes behind blanks, comments and ends of lines. */
export const readLines = (reader: Reader): void => {
  for (;;) {
    reader.blanks()
    if (reader.char !== "\n") return
    readNewline(reader)
  }
}

const continued = /(?:^|[^\\])(?:\\\\)*\\$/

/** Reads one line of a document: in an unquoted one a backslash at the end continues it. */
const readLine = (reader: Reader, { isIndented, isQuoted }: HereDocument): string => {
  if (reader.at >= reader.text.length) giveUp()
  for (let line = ""; ;) {
    const part = reader.match(/[^\n]*/y) ?? ""
    const isLast = reader.char === undefined
    if (!isLast) reader.skip(1)
    line += part
    if (isQuoted || isLast || !continued.test(part)) return isIndented ? line.replace(/^\t+/, "") : line
    if (isIndented) giveUp()
    line = line.slice(0, -1)
  }
}

const readDocument = (reader: Reader, document: HereDocument): void => {
  const { command, delimiter, isQuoted } = document
  const lines: Array<string> = []
  for (;;) {
    const line = readLine(reader, document)
    if (line === delimiter) break
    // `EOF)` ends a document in some shells and not in others.
    if (reader.isNested && line.startsWith(delimiter)) giveUp()
    lines.push(line)
  }
  const text = lines.join("\n")
  const { expansions } = reader.reading
  if (!isQuoted) reader.inside(text, readBody)
  command.inputs.push({
    text: isQuoted ? text : text.replace(/\\([$`\\])/g, "$1"),
    isKnown: reader.reading.expansions === expansions
  })
}

/** Reads the lines of an unquoted document, or a text that is expanded like one: quotes are characters in it. */
export const readBody = (reader: Reader): void => {
  while (reader.at < reader.text.length) {
    const { char } = reader
    if (char === "\\") reader.skip(2)
    else if (char === "$") quotedDollar(reader)
    else if (char === "`") readBackticks(reader)
    else if (reader.match(/[^\\$`]+/y) === undefined) giveUp()
  }
}
