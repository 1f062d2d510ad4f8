/** The connection of a command to a gate: its address, and the token of a file. */
import { FleetClient } from "@hookline/fleet/FleetClient"
import type { Failure } from "@hookline/fleet/Protocol"
import { homeOf } from "@hookline/node/kit/node/xdg"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Membership from "../../manage/fleet/Membership.ts"
import * as TokenFile from "../../manage/fleet/TokenFile.ts"
import { Problem } from "../Problem.ts"

/** The flags that name a gate. */
export interface GateFlags {
  readonly url: Option.Option<string>
  readonly tokenFile: Option.Option<string>
}

/** Commands are typed by people, who wait longer than an event does. */
const limitMillis = 10_000

/** Checks the address of a gate. It has no path, name or password: the token is in a file. */
export const urlOf = (said: string): Effect.Effect<string, Problem> => {
  const url = URL.parse(said)
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.username === "" && url.search === ""
  return isPlain
    ? Effect.succeed(url.origin)
    : Effect.fail(new Problem({ message: "the address of a gate is written https://fleet.example:7420" }))
}

/** Reads a token, or explains what is wrong with its file. */
export const tokenOf = (file: string): Effect.Effect<string, Problem> =>
  Result.match(TokenFile.tokenIn(TokenFile.pathOf(file, homeOf(process.env))), {
    onSuccess: Effect.succeed,
    onFailure: (message) => Effect.fail(new Problem({ message }))
  })

/** Converts a failure of a call. */
export const callProblem = (error: Failure): Problem => new Problem({ message: error.message })

const named = (flag: Option.Option<string>, variable: string): string | undefined => {
  const { [variable]: inEnv = "" } = process.env
  return Option.getOrElse(flag, () => (inEnv === "" ? undefined : inEnv))
}

/** Uses a gate. */
export const withGate = <A, E, R>(
  { token, url }: { readonly url: string; readonly token: string },
  use: (calls: typeof FleetClient.Service) => Effect.Effect<A, E, R>
) =>
  Effect.scoped(
    Effect.flatMap(Layer.build(FleetClient.layerHttp({ url, token, limitMillis })), (context) =>
      use(Context.get(context, FleetClient))
    )
  )

/** Returns the gate that the flags, the environment or the user's settings name. */
export const gateOf = Effect.fnUntraced(function* (flags: GateFlags) {
  const url = named(flags.url, "HOOKLINE_FLEET_URL")
  const file = named(flags.tokenFile, "HOOKLINE_FLEET_TOKEN_FILE")
  const joined = url !== undefined && file !== undefined ? undefined : yield* Membership.current
  if (joined?._tag === "Unknown") return yield* new Problem({ message: joined.issue })
  const [foundUrl, foundFile] = [url ?? joined?.fleet.url, file ?? joined?.fleet.tokenFile]
  if (foundUrl === undefined) {
    return yield* new Problem({ message: "this machine has joined no fleet: name its gate with --url" })
  }
  if (foundFile === undefined) {
    return yield* new Problem({ message: "a gate needs a token: name its file with --token-file" })
  }
  return { url: yield* urlOf(foundUrl), token: yield* tokenOf(foundFile) }
})
