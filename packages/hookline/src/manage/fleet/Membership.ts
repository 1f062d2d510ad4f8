/** Joins a fleet and leaves it, by the user's own settings. */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Fleet } from "@hookline/schema/Settings"
import { homeOf } from "@hookline/node/kit/node/xdg"
import * as disk from "@hookline/node/kit/node/disk"
import type { Obstacle } from "@hookline/node/kit/json/tree"
import * as Effect from "effect/Effect"
import path from "node:path"
import type { AttachProblem } from "../attach/AttachProblem.ts"
import { again, orMalformed, textIn, trying, write } from "../json/textFile.ts"
import * as FleetText from "./FleetText.ts"
import * as FleetSetting from "../../dispatch/fleetSetting.ts"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"

/** Returns the user's settings: a project does not decide what this machine is part of. */
export const settingsFile = (env: NodeJS.ProcessEnv = process.env): string =>
  path.join(homeOf(env), ".hookline", "settings.json")

const edit = (
  change: (text: string | undefined) => { readonly text: string | undefined } | Obstacle
): Effect.Effect<boolean, AttachProblem> => {
  const file = settingsFile()
  const once = Effect.gen(function* () {
    const { real } = yield* trying(file, () => disk.placeOf(file, undefined))
    const found = yield* trying(file, () => disk.read(real))
    const before = yield* textIn(file, found.bytes)
    const { text } = yield* orMalformed(file, change(before))
    if (text === before) return false
    yield* write(file, found, text)
    return true
  })
  return again(once, file)
}

/** Writes the fleet into the user's settings. False if it was there. */
export const join = (fleet: Fleet): Effect.Effect<boolean, AttachProblem> =>
  edit((text) => FleetText.withFleet(text, fleet))

/** Removes the fleet from the user's settings. False if there was none. */
export const leave: Effect.Effect<boolean, AttachProblem> = edit((text) =>
  text === undefined ? { text } : FleetText.withoutFleet(text)
)

/** Reads the fleet of the user's settings. */
export const current: Effect.Effect<FleetSetting.FleetSetting | undefined> = Effect.provide(
  Effect.flatMap(ConfigFiles, () => FleetSetting.read(homeOf(process.env))),
  ConfigFilesNode.layerOnce
)
