/** The folder in which a plugin keeps data: it exists before a hook of the plugin is given its path. */
import type { Source } from "@hookline/schema/Source"
import { makeFolders } from "./makeFolders.ts"

/** Creates the folder for data of a hook's plugin. */
export const makeDataFolder = ({ pluginData }: Pick<Source, "pluginData">): void => {
  if (pluginData === undefined) return
  try {
    makeFolders(pluginData)
  } catch {
    // The hook runs without its folder, because a guard that keeps no data must not be lost.
  }
}
