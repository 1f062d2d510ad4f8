/**
 * The git repository of a folder. Worktrees of one repository are other folders of one project.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { ConfigFiles, type Inaccessible } from "./ConfigFiles.ts"

/** Returns the path of a text that is relative to a folder, or absolute. */
const against = (folder: string, text: string): string => (text.startsWith("/") ? text : `${folder}/${text}`)

/** Reads a file of one line. A folder, and a file that can't be read, have none. */
const lineOf = (path: string): Effect.Effect<string | undefined, never, ConfigFiles> =>
  Effect.flatMap(ConfigFiles, ({ read }) =>
    Effect.match(read(path), {
      onSuccess: (text) => text?.trim(),
      onFailure: () => undefined
    })
  )

/** Returns the repository of one folder by its `.git`: a folder, or in a worktree a file that names another folder. */
const repositoryIn = Effect.fnUntraced(function* (folder: string) {
  const { realPath } = yield* ConfigFiles
  const own = `${folder}/.git`
  const [, named] = /^gitdir: (.+)$/.exec((yield* lineOf(own)) ?? "") ?? []
  if (named === undefined) return yield* realPath(own)
  const place = against(folder, named)
  const common = yield* lineOf(`${place}/commondir`)
  return yield* realPath(common === undefined ? place : against(place, common))
})

/**
 * Returns the folder with the repository of a folder or of its nearest parent that has one. It is the same folder for all
 * worktrees of a repository.
 *
 * @category discovering
 * @since 0.1.0
 */
export const of = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<string | undefined, Inaccessible, ConfigFiles> {
  for (let at = folder; at.startsWith("/") && at !== "/"; at = at.slice(0, Math.max(1, at.lastIndexOf("/")))) {
    const found = yield* repositoryIn(at)
    if (found !== undefined) return found
  }
  return undefined
})
