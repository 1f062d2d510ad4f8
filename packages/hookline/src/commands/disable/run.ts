/** `hookline disable NAME`: switches a plugin or a hook off, by a line in a settings file. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SwitchTarget from "../../manage/switch/SwitchTarget.ts"
import * as Switching from "../../manage/switch/Switching.ts"
import { userOnly } from "../userOnly.ts"
import { asProblem, Problem } from "../Problem.ts"
import type { Hook } from "@hookline/schema/Hook"
import { printer } from "@hookline/node/kit/output/Printer"
import { foldersOf, print } from "../context.ts"
import { placeOf } from "@hookline/node/kit/output/Reader"
import { again, isOff, rows, scopeOf, unignored } from "../switch.ts"
import type { SwitchFlags } from "../switchFlags.ts"

/** The hooks that are disabled now, and those that are not. */
export interface Disabled {
  readonly entry: string
  readonly done: Switching.Done
  readonly meant: ReadonlyArray<Pick<Hook, "id">>
  /** The user's own hooks of that name. */
  readonly kept: ReadonlyArray<Pick<Hook, "id">>
  readonly isUnignored: boolean
}

/** Formats what was switched off. */
export const showDisabled = printer<Disabled>(({ done, entry, isUnignored, kept, meant }, { relative }) => {
  const where = placeOf(done, relative)
  return [
    done.as === "untouched"
      ? `${entry} is switched off already, by ${where}; nothing was written.`
      : `${entry} is switched off by ${where}:${rows(meant)}`,
    ...(kept.length === 0 ? [] : [`Your own of that name go on running; --user switches them off:${rows(kept)}`]),
    ...(isUnignored
      ? [`${relative(done.file)} is yours alone, and git does not ignore it: a line in .gitignore would.`]
      : [])
  ].join("\n")
})

export const disable = Effect.fnUntraced(function* (flags: SwitchFlags) {
  yield* userOnly("disable")
  const folders = yield* foldersOf(flags.project)
  const scope = yield* scopeOf(flags, folders)
  const before = yield* Switching.now(folders)
  const found = SwitchTarget.find(flags.name, before.hooks)
  if (Result.isFailure(found)) return yield* new Problem({ message: found.failure })
  const { entry, hooks } = found.success
  const kept = new Set(Switching.outOfReach(hooks, scope))
  const meant = hooks.filter((hook) => !kept.has(hook))
  if (meant.length === 0) {
    return yield* new Problem({
      message: `${entry} is yours on every project, and no project's file can switch it off: add --user`
    })
  }
  const isAlready = scope === "local" && meant.every(({ off }) => off?._tag === "Disabled")
  const place = isAlready ? Switching.meaning(before, entry, meant)[0] : undefined
  const done: Switching.Done =
    place !== undefined
      ? { file: place.file, line: place.line, as: "untouched" }
      : yield* Effect.mapError(Switching.disable(folders, scope, entry), asProblem)
  const after = yield* Switching.now(folders)
  const on = again(meant, after).filter((hook) => !isOff(hook))
  const isUnignored = place === undefined && (yield* unignored(done, scope, folders))
  const output = {
    version: 1,
    entry,
    ...done,
    hooks: meant.map(({ id }) => id),
    running: [...on, ...kept].map(({ id }) => id),
    ...(scope === "local" && { ignored: !isUnignored })
  }
  yield* print(flags.json, output, showDisabled, { entry, done, meant, kept: [...kept], isUnignored })
  return on.length === 0
    ? undefined
    : yield* new Problem({
        message: `these run all the same, since HOOKLINE_DISABLED takes the place of all files, or the file does not count (see \`hookline check\`):${rows(on)}`
      })
})
