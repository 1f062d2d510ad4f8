/**
 * The agents' names as the command line takes them, from values that load no dialect: `--help` and every flag need them.
 */
import * as Hosts from "@hookline/dialects/kit/Hosts"
import * as Foreign from "../manage/migrate/foreign/names.ts"

const namesOf = (hosts: typeof Hosts.all): ReadonlyArray<string> => hosts.map(({ name }) => name)

/** The hosts whose payloads are read and answered. */
export const hosts: ReadonlyArray<string> = namesOf(Hosts.all)

/** The hosts whose settings `dispatch` can be registered in, or registered by hand. */
export const attachable: ReadonlyArray<string> = namesOf(Hosts.offered)

/** The agents whose hooks can be migrated. */
export const sources: ReadonlyArray<string> = [
  ...new Set([...namesOf(Hosts.all.filter(({ migration }) => migration !== undefined)), ...Foreign.names])
]

/** The agents that hooks can be migrated to. */
export const targets: ReadonlyArray<string> = namesOf(Hosts.offered.filter(({ migration }) => migration !== undefined))
