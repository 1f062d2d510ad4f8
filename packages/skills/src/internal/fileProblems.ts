/** The diagnostics of files and folders that may contain skills. */
import type { Inaccessible } from "@hookline/core/ConfigFiles"
import * as ConfigLocations from "@hookline/core/kit/discover/ConfigLocations"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { File } from "@hookline/schema/Source"
import type { Place } from "./locations.ts"

const told = (
  { dialect }: Place,
  code: "file-missing" | "file-unreadable",
  file: string,
  text: string,
  fix: string
): Diagnostic.Diagnostic => Diagnostic.ofFile(code, file, { dialect: dialect.name, text, fix })

/** Creates the diagnostic of a dangling link. */
export const leadsNowhere = (place: Place, path: string): Diagnostic.Diagnostic =>
  told(
    place,
    "file-missing",
    path,
    "This link leads nowhere, so that no hooks come with what it was to lead to.",
    "Put there what it leads to, or take the link away."
  )

/** Creates the diagnostic of too many folders. */
export const tooMany = (place: Place, most: number): Diagnostic.Diagnostic =>
  told(
    place,
    "file-unreadable",
    place.path,
    `There are more than ${most} folders in this one; skills in the rest of them are not found.`,
    "Put the skills into a folder of their own, or take away the link that leads to so many."
  )

/** Creates the diagnostic of an unreadable file. Its hooks are missed while it is open. */
export const unread = (file: File, error: Inaccessible): Diagnostic.Diagnostic | undefined => {
  const found = ConfigLocations.unreadable(file, "file", error)
  return found._tag === "Problem" ? found.diagnostic : undefined
}

/** Creates the diagnostic of an unreadable folder. Its skills are unknown, so that none of them is open or missed. */
export const unopened = (file: File, error: Inaccessible): ReadonlyArray<Diagnostic.Diagnostic> => {
  const found = ConfigLocations.unreadable(file, "folder", error)
  if (found._tag !== "Problem") return []
  const { lost: _, ...rest } = found.diagnostic
  return [rest]
}
