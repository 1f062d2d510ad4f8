// Formats what a seal contains as one text, over which its digest is made.
import type { SealedFile } from "@hookline/schema/kit/Seal"

export const linesOf = (project: string, entry: string, files: Readonly<Record<string, SealedFile>>): string =>
  [
    `1\0${project}\0${entry}\n`,
    ...Object.entries(files).map(([path, { link = "", mode, sha256 }]) => `${mode}\0${path}\0${link}\0${sha256}\n`)
  ].join("")
