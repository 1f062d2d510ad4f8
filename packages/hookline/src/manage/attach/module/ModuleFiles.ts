/**
 * A module that a host mounts by a bundle: both are Hookline's as a whole, in a folder beside the host's settings, which get
 * the bundle's path. They are written, brought up to date, and deleted.
 *
 * @since 0.1.0
 */
import { SettingsText } from "@hookline/dialects/kit/mountedModule"
import * as disk from "@hookline/node/kit/node/disk"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Backup from "../backup.ts"
import { again, type Overtaken, textIn, trying, write } from "../../json/textFile.ts"
import { type AttachProblem, ByHand, Foreign, RefusedCommand } from "../AttachProblem.ts"
import type { Done } from "../Attachment.ts"
import type { Settings } from "../AttachSettings.ts"
import type { Options } from "../entriesFor.ts"
import * as ModuleText from "./ModuleText.ts"

/**
 * The files beside a host's settings.
 *
 * @category models
 * @since 0.1.0
 */
export interface Paths {
  readonly folder: string
  readonly bundle: string
  readonly module: string
}

/**
 * Returns the files beside a settings file. What a user has in a project alone is in a folder of its own.
 *
 * @category getters
 * @since 0.1.0
 */
export const beside = (settings: string): Paths => {
  const name = /\.local\.\w+$/.test(settings) ? "hookline.local" : "hookline"
  const folder = path.join(path.dirname(settings), name)
  return {
    folder,
    bundle: path.join(folder, ModuleText.bundleFile),
    module: path.join(folder, ModuleText.moduleFile)
  }
}

type Step = Effect.Effect<"untouched" | "written" | "created", AttachProblem | Overtaken>

/** Writes a file that is Hookline's as a whole. */
const put = (file: string, text: string): Step =>
  Effect.gen(function* () {
    const found = yield* trying(file, () => disk.read(file))
    const before = yield* textIn(file, found.bytes)
    if (before === text) return "untouched"
    if (before !== undefined && !ModuleText.isOurs(before)) return yield* new Foreign({ file })
    yield* write(file, found, text)
    return before === undefined ? "created" : "written"
  })

/** Keeps the settings as they are before the first entry of ours. */
const keep = (found: disk.Found, before: string | undefined): Effect.Effect<string | undefined, AttachProblem> => {
  const { bytes, real, stat } = found
  return trying(real, () => {
    if (before === undefined || bytes === undefined) {
      Backup.remove(real)
      return undefined
    }
    const kept = Backup.find(real)
    const isFirst = !(SettingsText.bundlesIn(before) ?? []).some(SettingsText.isOwn) || kept === undefined
    return isFirst ? Backup.keep(real, bytes, stat) : kept.path
  })
}

/** Fails with the lines that the user adds. */
const byHand = (file: string, { issue, line }: SettingsText.Unedited, bundle: string): ByHand =>
  new ByHand({ file, line, issue, lines: `bundle: {app: [${JSON.stringify(bundle)}]}` })

/**
 * Writes the module and the bundle, and then names the bundle in the host's settings, so that they never name what is not
 * there. A second run changes nothing, or brings them up to date. A file that was changed is left alone.
 *
 * @category editing
 * @since 0.1.0
 */
export const attach = (
  { file, host, real }: Settings,
  options: Omit<Options, "host">
): Effect.Effect<Done, AttachProblem> =>
  again(
    Effect.gen(function* () {
      const paths = beside(real)
      const made = ModuleText.of(paths.folder, { ...options, host })
      if (made instanceof RefusedCommand) return yield* made
      const module = yield* put(paths.module, made.module)
      const bundle = yield* put(paths.bundle, made.bundle)
      const found = yield* trying(file, () => disk.read(real))
      const before = yield* textIn(file, found.bytes)
      const text = SettingsText.withBundle(before ?? "", paths.bundle)
      if (typeof text !== "string") return yield* byHand(file, text, paths.bundle)
      const isNew = text !== before
      const done = { file, real, warnings: [] } as const
      if (!isNew && module === "untouched" && bundle === "untouched") {
        const kept = yield* trying(file, () => Backup.find(real))
        return { ...done, as: "untouched", changes: [], ...(kept && { backup: kept.path }) } as const
      }
      yield* trying(file, () => disk.mayWrite(found))
      const backup = isNew ? yield* keep(found, before) : undefined
      if (isNew) yield* write(file, found, text)
      const what = isNew && module === "created" ? ("added" as const) : ("updated" as const)
      const changes = made.events.map((event) => ({ what, event }))
      const as = before === undefined ? ("created" as const) : ("written" as const)
      return { ...done, as, changes, ...(backup !== undefined && { backup }) }
    }),
    file
  )

/** Deletes a file that is Hookline's as a whole. */
const takeAway = (file: string): Effect.Effect<boolean, AttachProblem | Overtaken> =>
  Effect.gen(function* () {
    const found = yield* trying(file, () => disk.read(file))
    const text = yield* textIn(file, found.bytes)
    if (text === undefined) return false
    if (!ModuleText.isOurs(text)) return yield* new Foreign({ file })
    yield* write(file, found, undefined)
    return true
  })

/** Deletes what Python compiled of the module, and folders in which nothing is left. */
const sweep = ({ folder, module }: Paths): void => {
  const home = path.dirname(module)
  const compiled = path.join(home, "__pycache__")
  for (const name of fs.existsSync(compiled) ? fs.readdirSync(compiled) : []) {
    if (/^__init__\..*\.pyc(?:\.\d+)?$/.test(name)) disk.takeAway(path.join(compiled, name))
  }
  for (const each of [compiled, home, folder]) {
    if (fs.existsSync(each) && fs.readdirSync(each).length === 0) fs.rmdirSync(each)
  }
}

/** Checks that a file can be deleted, before anything is. */
const checked = (file: string): Effect.Effect<void, AttachProblem> =>
  Effect.gen(function* () {
    const found = yield* trying(file, () => disk.read(file))
    const text = yield* textIn(file, found.bytes)
    if (text !== undefined && !ModuleText.isOurs(text)) return yield* new Foreign({ file })
  })

/**
 * Takes the bundle out of the host's settings, and then deletes it and the module, unless they were changed. The bytes of the
 * settings are as they were, where nothing else changed since.
 *
 * @category editing
 * @since 0.1.0
 */
export const detach = ({ file, real }: Settings): Effect.Effect<Done, AttachProblem> =>
  again(
    Effect.gen(function* () {
      const paths = beside(real)
      yield* checked(paths.module)
      yield* checked(paths.bundle)
      const found = yield* trying(file, () => disk.read(real))
      const now = yield* textIn(file, found.bytes)
      const kept = yield* trying(file, () => Backup.find(real))
      const before = kept && disk.textOf(kept.bytes)
      const text = now === undefined ? undefined : SettingsText.withoutBundle(now, before)
      if (text !== undefined && typeof text !== "string") return yield* byHand(file, text, paths.bundle)
      const isNamed = text !== undefined && text !== now
      const isGone = kept === undefined && text?.trim() === ""
      if (isNamed) yield* write(file, found, isGone ? undefined : text)
      const isRestored = kept !== undefined && text === before
      if (isNamed && isRestored) yield* trying(file, () => Backup.remove(real))
      const constants = yield* trying(paths.module, () => {
        const { bytes } = disk.read(paths.module)
        return bytes === undefined ? undefined : ModuleText.constantsIn(disk.textOf(bytes) ?? "")
      })
      const isModule = yield* takeAway(paths.module)
      const isBundle = yield* takeAway(paths.bundle)
      yield* trying(paths.folder, () => sweep(paths))
      const done = { file, real, warnings: [], ...(kept && !(isNamed && isRestored) && { backup: kept.path }) } as const
      if (!isNamed && !isModule && !isBundle) return { ...done, as: "untouched", changes: [] } as const
      const changes = (constants?.events ?? []).map((event) => ({ what: "removed", event }) as const)
      return { ...done, as: isNamed && isGone ? ("removed" as const) : ("written" as const), changes }
    }),
    file
  )
