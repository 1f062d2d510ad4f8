// The marks of paths, by which a change shows without reading a file.
import type { SealFiles } from "../../SealFiles.ts"

/** Returns the mark of a path with that of the end of its links, and the time of the last change. */
export const sightOf = (
  files: SealFiles["Service"],
  path: string
): { readonly mark: string; readonly changedAt: number } => {
  const own = files.look(path)
  if (own.kind !== "link") return own
  const end = files.follow(path)
  return { mark: `${own.mark}>${end.mark}`, changedAt: Math.max(own.changedAt, end.changedAt) }
}
