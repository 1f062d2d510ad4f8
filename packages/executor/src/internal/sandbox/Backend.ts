/** A kind of sandbox: the programs that it needs, how it starts a confined program, and what it prevents. */
import type { Confined, Holds, Launch, Program } from "@hookline/core/Sandbox"
import type { Access } from "./Access.ts"
import type { Tool } from "./tool.ts"

/** A profile on this machine, with the folder for temporary files of one program. */
export interface Enclosed {
  readonly profile: Confined
  readonly access: Access
  readonly folder: string
}

/** A kind of sandbox that this machine has the programs for. */
export interface Ready {
  readonly tools: ReadonlyArray<Tool>
  readonly holds: Holds
  /** Sentences on attempts that it does not prevent here. */
  readonly weaker: ReadonlyArray<string>
  readonly launch: (program: Program, enclosed: Enclosed) => Omit<Launch, "keep" | "release">
}

export interface Backend {
  readonly name: string
  readonly untested: boolean
  /** The attempts that it prevents where the system has all that it needs. */
  readonly holds: Holds
  /** Resolves to the reason for which it can't work here, if it can't. */
  readonly find: () => Promise<Ready | string>
}

/** Returns the descriptors that every confined program gets, and the number of the first one after them. */
export const firstFree = ({ hasScript }: Program): number => (hasScript ? 4 : 3)
