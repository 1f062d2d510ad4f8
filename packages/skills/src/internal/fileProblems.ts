/** What is told about files and folders that may hold skills. */
import type { Inaccessible } from "@hookline/core/ConfigFiles"
import * as SourceFiles from "@hookline/core/SourceFiles"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { File } from "@hookline/schema/Source"
import type { Place } from "../SkillPlaces.ts"

const told = (
  { dialect }: Place,
  code: "file-missing" | "file-unreadable",
  file: string,
  text: string,
  fix: string
): Diagnostic => ({
  code,
  level: codes[code][0],
  dialect: dialect.name,
  file,
  line: 1,
  column: 1,
  at: [],
  text,
  fix
})

/** A link to something that is not there. */
export const leadsNowhere = (place: Place, path: string): Diagnostic =>
  told(
    place,
    "file-missing",
    path,
    "This link leads nowhere, so that no hooks come with what it was to lead to.",
    "Put there what it leads to, or take the link away."
  )

/** More folders than anybody can have meant. */
export const tooMany = (place: Place, most: number): Diagnostic =>
  told(
    place,
    "file-unreadable",
    place.path,
    `There are more than ${most} folders in this one; skills in the rest of them are not found.`,
    "Put the skills into a folder of their own, or take away the link that leads to so many."
  )

/** A file that nobody can read: what it was to bring is missed where it is open. */
export const unread = (file: File, error: Inaccessible): Diagnostic | undefined => {
  const found = SourceFiles.unreadable(file, "file", error)
  return found._tag === "Problem" ? found.diagnostic : undefined
}

/** A folder that nobody can look into. Nobody knows which skills there would be: none of them is open, or missed. */
export const unopened = (file: File, error: Inaccessible): ReadonlyArray<Diagnostic> => {
  const found = SourceFiles.unreadable(file, "folder", error)
  if (found._tag !== "Problem") return []
  const { lost: _, ...rest } = found.diagnostic
  return [rest]
}
