/** `hookline fleet keys make` and `hookline fleet publish`: policies that an organisation signs. */
import * as PolicyBody from "@hookline/fleet/PolicyBody"
import * as PolicySignature from "@hookline/fleet/PolicySignature"
import { whyOf } from "@hookline/node/kit/node/disk"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as fs from "node:fs"
import { sentence } from "../../output/sentence.ts"
import { print } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import { userOnly } from "../userOnly.ts"
import type { MakeFlags, PublishFlags } from "./command.ts"
import { callProblem, gateOf, withGate } from "./connection.ts"

export const makeKeys = Effect.fnUntraced(function* ({ file, json }: MakeFlags) {
  yield* userOnly("fleet keys make")
  const { privateKey, publicKey } = PolicySignature.makeKeys()
  yield* Effect.try({
    // A key that is there may be the one that all machines verify by.
    try: () => fs.writeFileSync(file, privateKey, { flag: "wx", mode: 0o600 }),
    catch: (error) =>
      new Problem({ message: `the private key can't be written to ${onOneLine(file)}: ${whyOf(error)}` })
  })
  yield* print(json, { version: 1, file, publicKey }, sentence, publicKey)
})

const isOthers = ({ mode, uid }: fs.Stats): boolean =>
  process.geteuid !== undefined && ((mode & 0o077) !== 0 || uid !== process.geteuid())

const textIn = (file: string, isSecret: boolean): Effect.Effect<string, Problem> =>
  Effect.try({
    try: () => {
      if (isSecret && isOthers(fs.statSync(file))) throw new Error("others may read it; chmod 600")
      return fs.readFileSync(file, "utf8")
    },
    catch: (error) => {
      const why = error instanceof Error && !("code" in error) ? error.message : whyOf(error)
      return new Problem({ message: `the file ${onOneLine(file)} can't be used: ${why}` })
    }
  })

export const publish = Effect.fnUntraced(function* (flags: PublishFlags) {
  yield* userOnly("fleet publish")
  const gate = yield* gateOf(flags)
  const body = yield* textIn(flags.file, false)
  const privateKey = yield* textIn(flags.key, true)
  const { organisation, published } = yield* withGate(
    gate,
    Effect.fnUntraced(function* (calls) {
      const status = yield* Effect.mapError(calls.status, callProblem)
      const version = Option.getOrElse(flags.version, () => status.policyVersion + 1)
      const unsigned = { organisation: status.organisation, version, body }
      yield* Effect.mapError(Effect.fromResult(PolicyBody.read(status.organisation, unsigned)), asProblem)
      const signed = yield* Effect.mapError(Effect.fromResult(PolicySignature.sign(privateKey, unsigned)), asProblem)
      yield* Effect.mapError(calls.publish(signed), callProblem)
      return { organisation: status.organisation, published: version }
    })
  )
  yield* print(
    flags.json,
    { version: 1, organisation, published },
    sentence,
    `Version ${published} of the policy of ${organisation} is published.`
  )
})
