/** An agent that has no dialect here: its files are read into entries of the canonical dialect, and never written. */
import type { Base } from "@hookline/core/Dialect"
import type { VariableMeaning } from "@hookline/dialects/kit/HostFacts"
import type { Json } from "@hookline/schema/Json"
import type { Path } from "@hookline/schema/Source"
import type { From } from "../hook.ts"

/** One entry of its file, in our words. */
export interface Entry {
  /** Our event. */
  readonly event: string
  /** The rule of the agent's own matchers. `side.matcher` has the rule of this project. */
  readonly matcher?: string
  /** The handler as the canonical dialect writes it. */
  readonly handler: Json
  readonly at: Path
  readonly group: number
  readonly changed: ReadonlyArray<string>
}

/** An entry that can't be expressed, with the reason. */
export interface Lost {
  readonly event: string
  readonly at: Path
  readonly why: string
  readonly hook?: string
}

/** The hooks of a file. */
export interface Entries {
  readonly entries: ReadonlyArray<Entry>
  readonly lost: ReadonlyArray<Lost>
}

/** The places of its files: one, or all `.json` in a folder. */
export interface Place {
  readonly base: Base
  readonly scope: "user" | "project"
  readonly path: string
  readonly isFolder?: boolean
}

export interface Agent extends Omit<From, "defaults"> {
  readonly places: ReadonlyArray<Place>
  /** `true` if its file is for other settings, too. */
  readonly isSettings?: boolean
  /** The default time limit of its hooks, if it is known. */
  readonly defaultMillis: (event: string) => number | undefined
  /** `true` if all hooks of an event run together. */
  readonly parallel: boolean
  readonly read: (root: Json) => Entries
  /** The variables that its hooks read, by their meanings. */
  readonly variables: Readonly<Record<string, VariableMeaning>>
  /** Notes for every migration of its hooks. */
  readonly notes: ReadonlyArray<string>
}

/** Reads entries in order, each of which is either expressed or reported as a loss. */
export const collected = (all: ReadonlyArray<Entry | Lost>): Entries => ({
  entries: all.filter((each): each is Entry => !("why" in each)),
  lost: all.filter((each): each is Lost => "why" in each)
})
