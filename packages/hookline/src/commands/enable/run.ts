/** `hookline enable NAME`: takes the line out that switches a plugin or a hook off. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SwitchTarget from "../../manage/switch/SwitchTarget.ts"
import * as Switching from "../../manage/switch/Switching.ts"
import { userOnly } from "../userOnly.ts"
import { asProblem, Problem } from "../Problem.ts"
import type { Hook } from "@hookline/schema/Hook"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { printer } from "@hookline/node/kit/output/Printer"
import { foldersOf, print, reader } from "../context.ts"
import { trustWritten } from "../trust/trustWritten.ts"
import { placeOf, type Reader } from "@hookline/node/kit/output/Reader"
import { again, flagOf, isOff, rows, scopeOf, whyOff } from "../switch.ts"
import type { SwitchFlags } from "../switchFlags.ts"

type Line = ReturnType<typeof Switching.meaning>[number]

/** A line that we leave, and what would take it out. */
const told = (line: Line, { relative }: Reader): string => {
  const { entry, isWider, scope } = line
  const by = onOneLine(entry)
  if (scope === "outside") return `\n  ${onOneLine(line.file)} in the environment, by ${by}: take it out there`
  const where = `\n  ${onOneLine(placeOf(line, relative))}, by ${by}`
  const flag = scope === "local" ? "" : ` ${flagOf(scope)}`
  return isWider
    ? `${where}, which means others, too: hookline enable ${by}${flag}`
    : `${where}: use ${scope === "local" ? "neither --shared nor --user" : flag.trim()}`
}

/** The hooks that are enabled again. */
export interface Enabled {
  readonly entry: string
  readonly file: string
  readonly hooks: ReadonlyArray<Pick<Hook, "id">>
  readonly wrote: boolean
}

/** Formats what was switched on again. */
export const showEnabled = printer<Enabled>(({ entry, file, hooks, wrote }, { relative }) =>
  wrote
    ? `${entry} is switched on again in ${relative(file)}${hooks.length === 0 ? "." : `:${rows(hooks)}`}`
    : `Nothing was written: no list switches ${entry} off.`
)

export const enable = Effect.fnUntraced(function* (flags: SwitchFlags) {
  yield* userOnly("enable")
  const folders = yield* foldersOf(flags.project)
  const scope = yield* scopeOf(flags, folders)
  const before = yield* Switching.now(folders)
  const found = SwitchTarget.find(
    flags.name,
    before.hooks,
    before.listed.map(({ entry }) => entry)
  )
  if (Result.isFailure(found)) return yield* new Problem({ message: found.failure })
  const { entry, hooks } = found.success
  const here = reader()
  const lines = Switching.meaning(before, entry, hooks)
  const mine = lines.filter((line) => line.scope === scope && (line.entry === entry || !line.isWider))
  const others = lines.filter((line) => !mine.includes(line))
  if (mine.length === 0 && others.length > 0) {
    return yield* new Problem({
      message: `${entry} is switched off where nothing was written now:${others.map((line) => told(line, here)).join("")}`
    })
  }
  const done: Array<Switching.Done> = []
  for (const each of new Set(mine.map((line) => line.entry))) {
    done.push(yield* Effect.mapError(Switching.enable(folders, scope, each), asProblem))
  }
  const after = again(hooks, yield* Switching.now(folders))
  const off = after.filter(isOff)
  const on = after.filter((hook) => !isOff(hook))
  if (mine.length > 0) yield* trustWritten(folders, "enable", ({ id }) => on.some((hook) => hook.id === id))
  const file = Switching.fileOf(folders, scope)
  const output = {
    version: 1,
    entry,
    file,
    as: done.at(-1)?.as ?? "untouched",
    hooks: on.map(({ id }) => id),
    off: off.map(({ id }) => id)
  }
  yield* print(flags.json, output, showEnabled, { entry, file, hooks: on, wrote: mine.length > 0 })
  return off.length === 0
    ? undefined
    : yield* new Problem({ message: `these are off all the same:${whyOff(off, here)}` })
})
