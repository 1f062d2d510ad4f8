/** An agent's real client: its package, and how it is run beside a scripted model. */
import type { Protocol, ToolCall } from "../models/Model.ts"

/** The folders of a run, and the port of its model. */
export interface Places {
  readonly home: string
  readonly project: string
  readonly port: number
}

/** A program with its arguments and variables. */
export interface Started {
  readonly program: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

export interface Client {
  /** The name of its dialect. */
  readonly host: string
  readonly package: string
  /** The version that is installed, whatever is newer. */
  readonly version: string
  readonly protocol: Protocol
  /** A call of its tool for shell commands. */
  readonly shell: (command: string) => ToolCall
  /** Its files in the home folder and the project, without us. */
  readonly files: (places: Places) => Readonly<Record<string, string>>
  /** The file that `attach` changes, from the home folder, and the others that it may. */
  readonly settings: string
  readonly others?: ReadonlyArray<string>
  /** The words after `attach HOST`, for an agent that needs them. */
  readonly attachWords?: ReadonlyArray<string>
  /** The file of the scenarios' hooks, if it runs those of a project's `.claude/settings.json` itself. */
  readonly hooks?: string
  /** A denial that it does not read, if it reads Claude Code's. */
  readonly foreignDenial?: Readonly<Record<string, unknown>>
  /** Arguments with which it runs entries that were changed by a fault, if it would skip them for the change. */
  readonly faultArgs?: ReadonlyArray<string>
  /** Starts it with a prompt, without a terminal. `installed` is the folder of its packages. */
  readonly start: (installed: string, places: Places, prompt: string) => Started
  /** Starts it so that it lives on when a turn ends, for a client that would end with it. */
  readonly startLasting?: Client["start"]
}
