/** `hookline fleet sync`: gets the policy of the organisation, and sends the audit logs of this machine. */
import * as FleetAudit from "@hookline/fleet/FleetAudit"
import { FleetClient } from "@hookline/fleet/FleetClient"
import * as FleetPolicies from "@hookline/fleet/FleetPolicies"
import * as FleetState from "@hookline/fleet/FleetState"
import * as ProjectAudit from "@hookline/node/kit/node/ProjectAudit"
import { sha256 } from "@hookline/core/kit/sha256"
import { isJson } from "@hookline/schema/Json"
import type { Fleet } from "@hookline/schema/Settings"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import * as FleetFolder from "../../dispatch/fleetFolder.ts"
import * as Membership from "../../manage/fleet/Membership.ts"
import { sentence } from "../../output/sentence.ts"
import { print } from "../context.ts"
import { Problem } from "../Problem.ts"
import type { SyncFlags } from "./command.ts"
import { tokenOf, withGate } from "./connection.ts"

type Calls = typeof FleetClient.Service

/** The time for all logs. What is left is sent by the next process. */
const auditMillis = 20_000

interface Done {
  readonly policy?: string
  readonly audit?: string
  readonly isNew: boolean
  readonly sent: number
}

const refreshed = (calls: Calls, { keys = [], organisation }: Fleet, folder: string) =>
  organisation === undefined || keys.length === 0
    ? Effect.succeed({ isNew: false, isRefused: false, problem: undefined })
    : FleetPolicies.refresh({ organisation, publicKeys: keys, folder }, 10_000).pipe(
        Effect.provideService(FleetClient, calls)
      )

/** Returns the folders with the logs of all projects. */
const logFolders = (): ReadonlyArray<string> => {
  const root = path.dirname(ProjectAudit.folderOf("/"))
  try {
    return fs
      .readdirSync(root, { withFileTypes: true })
      .flatMap((one) => (one.isDirectory() ? [path.join(root, one.name)] : []))
  } catch {
    // No event was recorded yet.
    return []
  }
}

/** Sends the logs of one project. Of another fleet nothing is known of what was sent. */
const ship = (calls: Calls, { url }: Fleet, folder: string, state: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sentFile = path.join(state, `sent-${sha256(JSON.stringify([url, folder])).slice(0, 32)}`)
      const shipping = yield* FleetAudit.make(calls, { folder, sentFile, everyMillis: auditMillis })
      yield* shipping.flush
      const { problem, sent } = yield* shipping.state
      const notices = yield* shipping.notices
      return { sent, problem: problem === undefined ? notices[0]?.text : problem }
    })
  )

const shipAll = Effect.fnUntraced(function* (calls: Calls, fleet: Fleet, state: string) {
  let sent = 0
  if (fleet.audit !== true) return { sent, problem: undefined }
  for (const folder of logFolders()) {
    const one = yield* ship(calls, fleet, folder, state)
    sent += one.sent
    // Of a fleet that is away each project would wait for the limit of a call.
    if (one.problem !== undefined) return { sent, problem: `The audit is not sent to the fleet: ${one.problem}` }
  }
  return { sent, problem: undefined }
})

/** The problems that the user was shown. */
const shownFile = (folder: string): string => path.join(folder, "shown")

const shownIn = (folder: string): Pick<Done, "audit" | "policy"> => {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(shownFile(folder), "utf8"))
    if (!isJson(value)) return {}
    const { audit, policy } = value
    return { ...(typeof audit === "string" && { audit }), ...(typeof policy === "string" && { policy }) }
  } catch {
    return {}
  }
}

/** Leaves problems to the next event: one of the audit once until it is sent again, and each refusal of a version once. */
const leave = (folder: string, { audit, policy }: Done): void => {
  const shown = shownIn(folder)
  const texts = [
    ...(policy !== undefined && policy !== shown.policy ? [policy] : []),
    ...(audit !== undefined && shown.audit === undefined
      ? [`${audit} It stays on this machine, and is sent later.`]
      : [])
  ]
  FleetFolder.addNotices(folder, texts)
  fs.writeFileSync(shownFile(folder), JSON.stringify({ audit, policy: policy ?? shown.policy }), { mode: 0o600 })
}

export const sync = Effect.fnUntraced(function* (flags: SyncFlags) {
  const setting = yield* Membership.current
  if (setting === undefined) return yield* new Problem({ message: "this machine has joined no fleet" })
  if (setting._tag === "Unknown") return yield* new Problem({ message: setting.issue })
  const { fleet } = setting
  const folder = FleetFolder.folderOf(fleet)
  FleetFolder.noteAsked(folder)
  const result = yield* Effect.result(
    Effect.gen(function* () {
      const token = yield* tokenOf(fleet.tokenFile)
      return yield* withGate({ url: fleet.url, token }, (calls) =>
        Effect.gen(function* () {
          yield* FleetState.sendUnsent(calls, FleetFolder.unsentFolder(fleet))
          const policy = yield* refreshed(calls, fleet, folder)
          const audit = yield* shipAll(calls, fleet, folder).pipe(Effect.timeoutOption(auditMillis))
          // What took too long is no problem: each process sends more of it.
          const { problem, sent } = audit._tag === "Some" ? audit.value : { sent: 0, problem: undefined }
          return { policy, sent, problem }
        })
      )
    })
  )
  const away = result._tag === "Failure" ? result.failure.message : undefined
  const { policy, problem, sent } =
    result._tag === "Success"
      ? result.success
      : { policy: { isNew: false, isRefused: false, problem: away }, sent: 0, problem: away }
  // A policy that is not confirmed for long is reported by the event that reads it.
  const auditProblem = fleet.audit === true ? problem : undefined
  if (flags.background) {
    leave(folder, {
      isNew: policy.isNew,
      sent,
      // A new version with a problem could not be kept, so that no event has it.
      ...((policy.isRefused || policy.isNew) && policy.problem !== undefined && { policy: policy.problem }),
      ...(auditProblem !== undefined && { audit: auditProblem })
    })
    return
  }
  const problems = [...new Set([policy.problem, auditProblem].filter((one) => one !== undefined))]
  if (problems.length > 0) return yield* new Problem({ message: problems.join("\n") })
  yield* print(
    flags.json,
    { version: 1, newPolicy: policy.isNew, sent },
    sentence,
    `${policy.isNew ? "A new version of the policy is in force." : "The policy is up to date."} ${sent} records of audit were sent.`
  )
})
