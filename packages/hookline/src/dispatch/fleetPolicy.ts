/**
 * The policy of the organisation that the user's settings name, for processes that answer one event: the version that is
 * kept on this machine. Who has joined no fleet loads nothing of it.
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { Fleet } from "@hookline/schema/Settings"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as fs from "node:fs"
import * as FleetFolder from "./fleetFolder.ts"
import * as FleetSetting from "./fleetSetting.ts"

/** A policy, and whether the fleet has something to ask or to send after an answer. */
export interface FleetPolicy {
  readonly provide: ReadonlyArray<Layer.Layer<ManagedPolicy.ManagedPolicy, never, ThisProject>>
  /** The folder of the machine's state, where the fleet is asked from time to time. */
  readonly folder?: string
  /** The file whose time states when the fleet was asked last. */
  readonly asked?: string
  /** The folder with what the fleet does not know yet, whose change is a reason to ask it. */
  readonly unsent?: string
}

/** The moments at which the fleet is asked before an answer. */
export interface Looks {
  /** True at the start of a session. */
  readonly now: boolean
  /** True if the fleet may be asked where no version is kept yet. */
  readonly ifMissing: boolean
}

/** A command that tries hooks shows what is kept. */
const noLooks: Looks = { now: false, ifMissing: false }

const none: FleetPolicy = { provide: [] }

/** Fails each reading: the guards of a policy that is meant may be missing. */
const unknown = (issue: string): FleetPolicy => ({
  provide: [ManagedPolicy.layer({ current: Effect.fail(new ManagedPolicy.PolicyMissing({ issue })) })]
})

const isGiven = ({ keys, organisation }: Fleet): boolean => keys !== undefined || organisation !== undefined

/** Returns the policy of a fleet. */
export const of = Effect.fnUntraced(function* (
  setting: FleetSetting.FleetSetting | undefined,
  looks: Looks = noLooks
): Effect.fn.Return<FleetPolicy> {
  if (setting === undefined) return none
  if (setting._tag === "Unknown") return unknown(setting.issue)
  const { fleet } = setting
  const folder = FleetFolder.folderOf(fleet)
  const asked = FleetFolder.askedFile(folder)
  const unsent = FleetFolder.unsentFolder(fleet)
  const notices = {
    reads: [FleetFolder.noticesFile(folder)],
    problems: () => FleetFolder.takeNotices(folder)
  }
  if (!isGiven(fleet)) {
    // Without a policy and audit the fleet is called for what is left to send alone.
    if (fleet.audit !== true)
      return fs.existsSync(unsent) ? { folder, asked, unsent, provide: [] } : { unsent, provide: [] }
    return { folder, asked, unsent, provide: [ManagedPolicy.layer({ ...notices, current: Effect.succeed([]) })] }
  }
  const { keys = [], organisation } = fleet
  if (organisation === undefined || keys.length === 0) {
    return unknown(`"fleet" needs both "organisation" and "keys"; join again with --organisation-key`)
  }
  const { kept } = yield* Effect.promise(() => import("./fleetKept.ts"))
  const policy = yield* kept(fleet, { organisation, publicKeys: keys, folder }, looks)
  return {
    folder,
    asked,
    unsent,
    provide: [
      ManagedPolicy.layer({
        current: policy.current,
        reads: [...(policy.reads ?? []), ...notices.reads],
        problems: () => [...(policy.problems?.() ?? []), ...notices.problems()]
      })
    ]
  }
})

/** Reads the setting of a user, and returns the policy. */
export const read = (home: string, looks?: Looks): Effect.Effect<FleetPolicy, never, ConfigFiles> =>
  Effect.flatMap(FleetSetting.read(home), (setting) => of(setting, looks))
