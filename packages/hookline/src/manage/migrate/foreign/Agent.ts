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

/** An entry that can't be said, and why. */
export interface Lost {
  readonly event: string
  readonly at: Path
  readonly why: string
  readonly hook?: string
}

/** What a file comes to. */
export interface Entries {
  readonly entries: ReadonlyArray<Entry>
  readonly lost: ReadonlyArray<Lost>
}

/** Where its files lie: one, or all `.json` in a folder. */
export interface Place {
  readonly base: Base
  readonly scope: "user" | "project"
  readonly path: string
  readonly isFolder?: boolean
}

export interface Agent extends Omit<From, "defaults"> {
  readonly places: ReadonlyArray<Place>
  /** Whether hooks are only a part of what its file is for. */
  readonly isSettings?: boolean
  /** What its hooks may take where they don't say, as far as that is known. */
  readonly defaultMillis: (event: string) => number | undefined
  /** Whether all hooks of an event run together. */
  readonly parallel: boolean
  readonly read: (root: Json) => Entries
  /** The variables that its hooks read, by their meanings. */
  readonly variables: Readonly<Record<string, VariableMeaning>>
  /** Notes for every migration of its hooks. */
  readonly notes: ReadonlyArray<string>
}

/** Entries one after the other, each either said or lost. */
export const collected = (all: ReadonlyArray<Entry | Lost>): Entries => ({
  entries: all.filter((each): each is Entry => !("why" in each)),
  lost: all.filter((each): each is Lost => "why" in each)
})
