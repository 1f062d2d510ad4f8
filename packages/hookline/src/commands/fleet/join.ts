/** `hookline fleet join` and `hookline fleet leave`: the fleet in the user's own settings. */
import { readPublicKey } from "@hookline/fleet/PolicySignature"
import type { Fleet } from "@hookline/schema/Settings"
import { homeOf } from "@hookline/node/kit/node/xdg"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Membership from "../../manage/fleet/Membership.ts"
import * as TokenFile from "../../manage/fleet/TokenFile.ts"
import { sentence } from "../../output/sentence.ts"
import { print } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import { userOnly } from "../userOnly.ts"
import type { JoinFlags, LeaveFlags } from "./command.ts"
import { callProblem, tokenOf, urlOf, withGate } from "./connection.ts"

/** Reads the public keys: by one that is none, or is the private one, no event would get a policy. */
const keysOf = (given: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, Problem> =>
  Effect.forEach(given, (text) => Effect.mapError(Effect.fromResult(readPublicKey(text)), asProblem))

export const join = Effect.fnUntraced(function* (flags: JoinFlags) {
  yield* userOnly("fleet join")
  const url = yield* urlOf(flags.url)
  const keys = yield* keysOf(flags.organisationKey)
  const tokenFile = TokenFile.pathOf(flags.tokenFile, homeOf(process.env))
  const token = yield* tokenOf(tokenFile)
  const status = yield* withGate({ url, token }, (calls) => Effect.mapError(calls.status, callProblem))
  if (status.role !== "machine") {
    return yield* new Problem({
      message:
        `the token in ${tokenFile} is for a ${status.role}: a machine joins with a token of its own, ` +
        "which can't answer questions. Create one: `hookline fleet tokens add NAME --role machine`"
    })
  }
  const fleet: Fleet = {
    url,
    tokenFile,
    ...(Option.isSome(flags.project) && { project: flags.project.value }),
    ...(keys.length > 0 && { organisation: status.organisation, keys })
  }
  const isWritten = yield* Effect.mapError(Membership.join(fleet), asProblem)
  const file = Membership.settingsFile()
  const { name, organisation } = status
  yield* print(
    flags.json,
    { version: 1, url, organisation, name, file, written: isWritten },
    sentence,
    `This machine is ${name} of ${organisation} in the fleet at ${url}. It is written in ${file}.`
  )
})

export const leave = Effect.fnUntraced(function* (flags: LeaveFlags) {
  yield* userOnly("fleet leave")
  const isWritten = yield* Effect.mapError(Membership.leave, asProblem)
  const file = Membership.settingsFile()
  yield* print(
    flags.json,
    { version: 1, file, written: isWritten },
    sentence,
    isWritten ? `This machine has left the fleet. ${file} names none.` : "This machine has joined no fleet."
  )
})
