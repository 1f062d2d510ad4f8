/** The folder of a settings file, which a variable of the environment may name in the place of the path's first step. */
import type { SettingsPlace } from "./HostFacts.ts"

const isAbsolute = (folder: string): boolean => folder.startsWith("/") || /^[A-Za-z]:[\\/]/.test(folder)

/**
 * Returns the folder of a settings file below a base. A relative folder counts for nothing, because it would be one of the
 * project, whose files are not the user's.
 */
export const folderOf = (
  { path, variable = "" }: Pick<SettingsPlace, "path" | "variable">,
  base: string,
  env: Readonly<Record<string, string | undefined>>
): string => {
  const [first, ...below] = path.split("/").slice(0, -1)
  const { [variable]: named = "" } = env
  return (isAbsolute(named) ? [named, ...below] : [base, first, ...below])
    .filter((step) => step !== undefined)
    .join("/")
}
