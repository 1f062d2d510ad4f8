/** The home folder of hooks. */
import { homedir } from "node:os"
import path from "node:path"

/** Returns the home folder of hooks. A relative one is refused, because it would be a folder of the project. */
export const homeOf = ({ HOME }: Readonly<Record<string, string | undefined>>): string =>
  HOME !== undefined && path.isAbsolute(HOME) ? HOME : homedir()
