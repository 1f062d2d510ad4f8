/** The calls by which hooks know what a patch does: Write and Edit, one for each file. */
import type { Json } from "@hookline/schema/Json"
import path from "node:path"
import { type FileChange, named, parse, type Replacement } from "./patch.ts"

/** A call of a tool that hooks know. */
export interface FileCall {
  readonly toolName: "Write" | "Edit" | "Delete"
  readonly toolInput: Json
}

/** Returns the absolute path of a file, so that a guard of a folder is not passed by `..` or another working directory. */
const resolved = (file: string, cwd: string | undefined): string =>
  path.isAbsolute(file) ? path.normalize(file) : cwd === undefined ? file : path.join(cwd, file)

const edit = ({ after, before }: Replacement): Json => ({ old_string: before, new_string: after })

/** Returns the input of an edit. The texts of several replacements are joined, for hooks that read no list. */
const editInput = (file: string, replacements: ReadonlyArray<Replacement>): Json => {
  const [first = { before: "", after: "" }, ...others] = replacements
  if (others.length === 0) return { file_path: file, ...edit(first) }
  const joined = {
    before: replacements.map(({ before }) => before).join("\n"),
    after: replacements.map(({ after }) => after).join("\n")
  }
  return { file_path: file, ...edit(joined), edits: replacements.map(edit) }
}

const callsOf = (change: FileChange, cwd: string | undefined): ReadonlyArray<FileCall> => {
  const file = resolved(change.path, cwd)
  switch (change._tag) {
    case "Add":
      return [{ toolName: "Write", toolInput: { file_path: file, content: change.content } }]
    case "Delete":
      return [{ toolName: "Delete", toolInput: { file_path: file } }]
    case "Update": {
      const { movedTo, replacements } = change
      const files = movedTo === undefined ? [file] : [file, resolved(movedTo, cwd)]
      return files.map((one) => ({ toolName: "Edit", toolInput: editInput(one, replacements) }))
    }
  }
}

/**
 * Returns the calls for the files of a patch. One that can't be read is an edit of each file that it names, whose text is
 * the whole patch. It is empty only for a text that names no file.
 */
export const fileCalls = (patch: string, cwd: string | undefined): ReadonlyArray<FileCall> => {
  const changes = parse(patch)
  if (changes !== undefined) return changes.flatMap((change) => callsOf(change, cwd))
  const whole = [{ before: "", after: patch }]
  return named(patch).map((file) => ({ toolName: "Edit", toolInput: editInput(resolved(file, cwd), whole) }))
}
