/** The folder of a settings file, which a variable of the environment may name in the place of the path's first step. */
import type { SettingsPlace } from "./HostFacts.ts"
import { namedFolders } from "./settingsPaths.ts"

/** Returns the folder of a settings file below a base. */
export const folderOf = (
  { path, variable = "" }: Pick<SettingsPlace, "path" | "variable">,
  base: string,
  env: Readonly<Record<string, string | undefined>>
): string => {
  const [first, ...below] = path.split("/").slice(0, -1)
  const { [variable]: named } = namedFolders(env)
  const steps = named === undefined ? [base, first, ...below] : [named, ...below]
  return steps.filter((step) => step !== undefined).join("/")
}
