/** Addresses of a gate and of runners. */
import * as Effect from "effect/Effect"
import { Problem } from "../Problem.ts"

/** A host and a port. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** Parses `HOST:PORT`, where a host of IPv6 is in brackets. */
export const addressOf = (said: string, flag: string): Effect.Effect<Address, Problem> => {
  const [, inner, plain, digits = ""] = /^(?:\[([\da-fA-F:.]+)\]|([^\s:/[\]]+)):(\d{1,5})$/.exec(said.trim()) ?? []
  const host = inner ?? plain
  const port = Number(digits)
  return host === undefined || port > 65_535
    ? Effect.fail(new Problem({ message: `${flag} is a host and a port, as 10.0.0.1:7420; ${said} is none` }))
    : Effect.succeed({ host, port })
}

/** Formats an address as a URL has it. */
export const shownOf = ({ host, port }: Address): string => `${host.includes(":") ? `[${host}]` : host}:${port}`

/** Checks for an address that no other machine reaches. */
export const isLocal = ({ host }: Address): boolean => /^(?:127\.|localhost$|::1$)/.test(host)
