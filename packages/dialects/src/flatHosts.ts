/**
 * The names of the hosts whose payloads are flat objects with canonical names of fields. `dispatch` looks for a
 * remembered answer to these before any dialect or host is loaded, so that this list is a module of its own.
 */
export const flatHosts: ReadonlyArray<string> = ["claude", "amplihack"]
