/** The user's folders that variables of the environment name: the home folder, and the XDG base directories. */
import * as os from "node:os"
import * as path from "node:path"

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Returns the user's home folder. A relative one is refused, because it would be a folder of the project, whose files are
 * not the user's.
 */
export const homeOf = ({ HOME }: Variables): string => {
  if (HOME !== undefined && path.isAbsolute(HOME)) return HOME
  const home = os.homedir()
  // It is the variable of this process, which may be relative too.
  return path.isAbsolute(home) ? home : os.userInfo().homedir
}

/**
 * Returns the folder that a variable names. A relative one is refused for the same reason.
 */
const named = (env: Variables, name: string, below: ReadonlyArray<string>): string => {
  const { [name]: folder = "" } = env
  return path.isAbsolute(folder) ? folder : path.join(homeOf(env), ...below)
}

/** Returns the folder of the user's configurations. */
export const configHome = (env: Variables): string => named(env, "XDG_CONFIG_HOME", [".config"])

/** Returns the folder of what programs remember of the user. */
export const stateHome = (env: Variables): string => named(env, "XDG_STATE_HOME", [".local", "state"])
