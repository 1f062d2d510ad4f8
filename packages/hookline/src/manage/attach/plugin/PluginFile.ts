/**
 * A host's plugin that is Hookline's as a whole: written, brought up to date, and deleted.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as disk from "@hookline/node/kit/node/disk"
import { again, textIn, trying, write } from "../../json/textFile.ts"
import { type AttachProblem, Foreign, RefusedCommand } from "../AttachProblem.ts"
import type { Done } from "../Attachment.ts"
import type { Settings } from "../AttachSettings.ts"
import type { Options } from "../entriesFor.ts"
import * as PluginText from "./PluginText.ts"

/**
 * Writes the plugin. A second run changes nothing, or brings it up to date. A file that was changed is left alone.
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
      const made = PluginText.of({ ...options, host })
      if (made instanceof RefusedCommand) return yield* made
      const found = yield* trying(file, () => disk.read(real))
      const before = yield* textIn(file, found.bytes)
      const done = { file, real, as: "untouched", changes: [], warnings: [] } as const
      if (before === made.text) return done
      if (before !== undefined && !PluginText.isOurs(before)) return yield* new Foreign({ file })
      yield* write(file, found, made.text)
      const what = before === undefined ? ("added" as const) : ("updated" as const)
      const changes = made.events.map((event) => ({ what, event }))
      return { ...done, as: before === undefined ? "created" : "written", changes } as const
    }),
    file
  )

/**
 * Deletes the plugin, unless it was changed.
 *
 * @category editing
 * @since 0.1.0
 */
export const detach = ({ file, real }: Settings): Effect.Effect<Done, AttachProblem> =>
  again(
    Effect.gen(function* () {
      const found = yield* trying(file, () => disk.read(real))
      const text = yield* textIn(file, found.bytes)
      const done = { file, real, as: "untouched", changes: [], warnings: [] } as const
      if (text === undefined) return done
      if (!PluginText.isOurs(text)) return yield* new Foreign({ file })
      const events = Object.keys(PluginText.settingsIn(text)?.limits ?? {})
      yield* write(file, found, undefined)
      return { ...done, as: "removed", changes: events.map((event) => ({ what: "removed", event }) as const) } as const
    }),
    file
  )
