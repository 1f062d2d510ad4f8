// Generates the list of messages: all sentences that a user can see, by package and file.
import { packageFolders, read, typescriptFiles } from "../internal/workspace.ts"
import { type Message, messagesOf, most, tooLong } from "./internal/messages.ts"

/** Packages and folders whose texts are for tests, or a play. */
const isOther = (path: string): boolean => /^packages\/(?:testing|hookline\/src\/demo)\//.test(path)

const programs = ["packages/hookline/bin/hookline.js"]

/** Returns the source files with messages, by package. */
const filesOf = (folder: string): ReadonlyArray<string> =>
  [...typescriptFiles(`packages/${folder}/src`), ...programs.filter((path) => path.startsWith(`packages/${folder}/`))]
    .filter((path) => !isOther(path))
    .toSorted()

const lineOf = ({ text }: Message): string => text.trim().replaceAll("\n", " ⏎ ").replaceAll("\u001B", "␛")

const sectionOf = (folder: string): string => {
  const files = filesOf(folder).flatMap((path) => {
    const lines = [...new Set(messagesOf(path, read(path)).map(lineOf))]
    const name = path.replace(`packages/${folder}/`, "").replace(/^src\//, "")
    return lines.length === 0 ? [] : [`### ${folder}: ${name}\n\n\`\`\`text\n${lines.join("\n")}\n\`\`\``]
  })
  return files.length === 0 ? "" : `\n## ${folder}\n\n${files.join("\n\n")}\n`
}

/** Returns the sentences that are too long, with their places. */
export const longSentences = (): ReadonlyArray<string> =>
  packageFolders().flatMap((folder) =>
    filesOf(folder).flatMap((path) =>
      messagesOf(path, read(path)).flatMap((message) =>
        tooLong(message).map((sentence) => `${path}:${message.line}: more than ${most} words: ${sentence}`)
      )
    )
  )

const head = `# Messages

The texts of the sources that a user can see: problems of commands, reasons of failures, diagnostics, notices, help and
questions. They are sentences, or parts that others contain. \`{name}\` is a value, \`[one|other]\` one of two wordings, and ⏎
the end of a line. No sentence has more than ${most} words. What a diagnostic's code means, and what to do about it, is in
[Diagnostics](diagnostics.md); problems by their symptoms are in [troubleshooting](../troubleshooting.md).
`

export const generate = () => {
  const long = longSentences()
  if (long.length > 0) throw new Error(`Sentences for users are too long:\n${long.join("\n")}`)
  return [{ path: "docs/reference/messages.md", text: head + packageFolders().map(sectionOf).join("") }]
}
