/** The hooks of its own files that AMCP runs. */
import type { Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { EntryType } from "@hookline/schema/kit/HookEntry"

export const amcpTypes: ReadonlyArray<EntryType> = ["command", "python"]

export const amcpKinds: ReadonlyArray<Kind> = ["Command", "Python"]

/** Of the user's files AMCP reads the one in TOML only. */
export const amcpRuns = ({ handler: { _tag }, source: { file, scope } }: Hook): boolean =>
  amcpKinds.includes(_tag) && !(scope === "user" && file.endsWith(".json"))
