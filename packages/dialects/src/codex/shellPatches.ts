/** Patches inside of a shell's command, which Codex applies itself: `apply_patch <<'EOF'`. */
import path from "node:path"

/** A patch in a command, and the folders in which it may be applied. */
export interface ShellPatch {
  readonly patch: string
  readonly folders: ReadonlyArray<string | undefined>
}

/**
 * Matches a patch. Only a line that begins with the mark ends it, as in Codex; one without an end goes to the end of the
 * command, so that it can't be read, and all files that it names are guarded.
 */
const patches = /\*\*\* Begin Patch[^]*?(?:^\*\*\* End Patch|$(?![^]))/gm

/** Matches a change of the folder. */
const change = /\bcd[ \t]+(?:"([^"\n]+)"|'([^'\n]+)'|([^\s;&|"']+))/g

/**
 * Returns the patches in a command that names the program. Only a shell knows whether a patch is applied, and whether a
 * change of the folder before it still holds, so that some are returned that are not applied, and both folders.
 */
export const patchesIn = (command: string, cwd: string | undefined): ReadonlyArray<ShellPatch> => {
  if (!/apply_?patch/.test(command)) return []
  const changes = [...command.matchAll(change)]
  return [...command.matchAll(patches)].map(({ index, 0: patch }) => {
    const steps = changes.filter((one) => one.index < index).map(([, one, two, three]) => one ?? two ?? three ?? "")
    const folders = cwd === undefined ? [cwd] : [cwd, path.resolve(cwd, ...steps)]
    return { patch, folders: [...new Set(folders)] }
  })
}
