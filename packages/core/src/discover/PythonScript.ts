/**
 * The folders to which the script of a Python hook may be relative.
 *
 * @since 0.1.0
 */
import type { Source } from "@hookline/schema/Source"

/**
 * Returns the folders in the order in which they are tried: the project's, then the one of the file that configures the
 * hook. A hook of the user has the latter alone, because a file of the project must not run in place of its script.
 *
 * @category discovering
 * @since 0.1.0
 */
export const folders = (
  { scope }: Pick<Source, "scope">,
  projectDir: string,
  ownFolder: string
): ReadonlyArray<string> => (scope === "user" ? [ownFolder] : [projectDir, ownFolder])
