/** The user's folders that variables of the XDG base directories name. */
import * as os from "node:os"
import * as path from "node:path"

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Returns the folder that a variable names. A relative one is refused, because it would be a folder of the project, whose
 * files are not the user's.
 */
const named = (env: Variables, name: string, below: ReadonlyArray<string>): string => {
  const { HOME, [name]: folder = "" } = env
  if (path.isAbsolute(folder)) return folder
  return path.join(HOME === undefined || HOME === "" ? os.homedir() : HOME, ...below)
}

/** Returns the folder of the user's configurations. */
export const configHome = (env: Variables): string => named(env, "XDG_CONFIG_HOME", [".config"])

/** Returns the folder of what programs remember of the user. */
export const stateHome = (env: Variables): string => named(env, "XDG_STATE_HOME", [".local", "state"])
