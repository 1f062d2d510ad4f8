/** Seals the user's own hooks. It is loaded where a mark has changed, because what seals hooks takes long to load. */
import { isRunnable } from "@hookline/core/kit/trust/runnable"
import { sightOf } from "@hookline/core/kit/trust/internal/seal/sight"
import type { Hook } from "@hookline/schema/Hook"
import { textOf } from "@hookline/schema/Handler"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import * as SealFilesNode from "../SealFilesNode.ts"
import type { RealFolders } from "./places.ts"
import { makeSealer } from "./sealing.ts"

/** A hook of the user: its entry, and the contents of the files that it runs. */
export interface SealedUserHook {
  readonly id: string
  readonly name: string
  readonly file: string
  readonly entry: string
  readonly files: Readonly<Record<string, string>>
}

/** The hooks, and the marks of all paths that decide what they run. */
export interface SealedUserHooks {
  readonly sealed: ReadonlyArray<SealedUserHook>
  readonly marks: Readonly<Record<string, string>>
}

/** Clocks of files are coarse: two changes within this time may leave the same mark. */
const settleMillis = 3000

/** A mark that no file has, for one that may still change without a trace. */
const unsettled = "unsettled"

const isWithin = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`)

/** Seals hooks of the user. What can't be sealed is known by its entry alone. */
export const sealUserHooks = Effect.fnUntraced(function* (
  hooks: ReadonlyArray<Hook>,
  folders: RealFolders
): Effect.fn.Return<SealedUserHooks> {
  const lookedAt = Date.now()
  const seal = yield* makeSealer
  const marks: Record<string, string> = {}
  const look = (file: string): void => {
    const { changedAt, mark } = sightOf(SealFilesNode.files, file)
    marks[file] = changedAt > lookedAt - settleMillis ? unsettled : mark
  }
  // A project around the home folder contains the user's files.
  const isProjects = (file: string): boolean =>
    !isWithin(folders.home, folders.project) && isWithin(file, folders.project)
  const sealed: Array<SealedUserHook> = []
  for (const hook of hooks) {
    const { file, plugin } = hook.source
    look(file)
    const found = yield* Effect.orElseSucceed(seal(hook, folders), () => undefined)
    const named = new Set([...(found?.sights.searched ?? [])].map((one) => path.normalize(one)))
    const files: Record<string, string> = {}
    for (const [name, { mode, sha256 }] of Object.entries(found?.seal.files ?? {})) {
      const at = path.resolve(folders.project, name)
      if (isProjects(at)) continue
      // Data beside a hook is what hooks write.
      const runs = named.has(at) || (plugin !== undefined && isRunnable(at, mode === "0755"))
      if (plugin !== undefined) look(path.dirname(at))
      if (!runs) continue
      look(at)
      files[at] = `${mode} ${sha256}`
    }
    for (const one of named) if (!isProjects(one)) look(one)
    const name = hook.name ?? textOf(hook.handler)
    sealed.push({ id: hook.id, name: name.slice(0, 48), file, entry: found?.seal.entry ?? "", files })
  }
  return { sealed, marks }
})
