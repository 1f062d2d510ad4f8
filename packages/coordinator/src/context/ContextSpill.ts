/**
 * A budget that keeps texts that are too big in files, and gives the model a preview and the path.
 *
 * @since 0.1.0
 */
import { size } from "@hookline/core/kit/policy/amounts"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import { checkLimits, limitNames } from "../internal/budgetLimits.ts"
import { Admission, type ContextBudget, type Injection, judge, layerEffect, type Limits } from "./ContextBudget.ts"

/**
 * The limits, the length of a preview, and the folder of files: to a temporary folder that is gone with
 * the layer, unless one is given.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options extends Limits {
  /** A kilobyte, if it is left out. */
  readonly previewBytes?: number
  readonly folder?: string
}

/** The beginning of a text, of at most so many bytes, ending where a character does. */
const beginning = (text: string, bytes: number): string =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes), { stream: true })

const preview = ({ by, bytes, text }: Injection, file: string, most: number): string =>
  `${by} has a text of ${bytes} bytes, which is in ${file}. It begins:\n${beginning(text, most)}\n…`

const names: Readonly<Record<keyof Options, true>> = { ...limitNames, folder: true, previewBytes: true }

/**
 * Applies these limits, and writes texts that are too big to files. If that fails, the text is refused with the reason.
 *
 * @example
 * ```ts
 * import * as ContextSpill from "@hookline/coordinator/ContextSpill"
 *
 * const budget = ContextSpill.layer({ bytes: 20_000, previewBytes: 500 })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Options = {}
): Layer.Layer<ContextBudget, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path | ThisProject> =>
  layerEffect(
    Effect.gen(function* () {
      const { folder, previewBytes = 1024, ...limits } = options
      yield* checkLimits("ContextSpill.layer", options, names)
      yield* size("ContextSpill.layer, previewBytes,", previewBytes)
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const where = folder ?? (yield* fs.makeTempDirectoryScoped({ prefix: "hookline-context-" }))
      let count = 0

      // Texts for the model are readable by their user alone. A file that exists already may be another user's.
      const write = (file: string, text: string) =>
        Effect.andThen(
          fs.makeDirectory(where, { recursive: true, mode: 0o700 }),
          fs.writeFileString(file, text, { mode: 0o600, flag: "wx" })
        )

      const spill = (injection: Injection, why: string): Effect.Effect<Admission> => {
        const file = path.join(where, `${process.pid}-${Date.now()}-${(count += 1)}.txt`)
        return Effect.match(write(file, injection.text), {
          onSuccess: () => Admission.Spilled({ file, preview: preview(injection, file, previewBytes), why }),
          onFailure: ({ message }) => Admission.Refused({ why: `${why}; its file could not be written (${message})` })
        })
      }

      return {
        admit: (injection, spent) => {
          const { overTurn, tooBig } = judge(limits, injection, spent)
          if (tooBig !== undefined) return spill(injection, tooBig)
          return Effect.succeed(overTurn ?? Admission.Given({}))
        }
      }
    })
  )
