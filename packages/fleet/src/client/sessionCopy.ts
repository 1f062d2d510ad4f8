/**
 * The copy of a session on a machine: what it answers without the fleet. Apart from `FleetState`, so that a process that
 * answers by the copy alone loads no client.
 */
import type { SessionKey } from "@hookline/core/SessionState"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Option from "effect/Option"

/** The mark of a copy whose session was read from the fleet. */
export const attached = "attached to the fleet"

/** Checks whether a mark is of a hook that runs once. The copy knows those that are done. */
export const isOnce = (mark: string): boolean => Option.exists(SessionMark.decode(mark), ({ _tag }) => _tag === "Once")

/** Checks whether the fleet has a session. The state of a process without a session's id is its own. */
export const isShared = ({ session = "" }: SessionKey): boolean => session !== ""
