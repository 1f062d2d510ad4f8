/** An SDK for agents: its packages, and the program in which its agent runs beside a scripted model. */
import type { Protocol, ToolCall } from "../models/Model.ts"

/** The parts of a turn in which a hook can take part. */
export type Part = "answers after a tool" | "start" | "prompt" | "stop"

export interface Sdk {
  readonly name: string
  readonly title: string
  /** The package whose version names the column, and all that are installed with it. */
  readonly package: string
  readonly packages: Readonly<Record<string, string>>
  /** Words for npm, such as the day whose versions are installed. */
  readonly words?: ReadonlyArray<string>
  readonly protocol: Protocol
  /** A call of its tool for shell commands. */
  readonly shell: (command: string) => ToolCall
  /** The program, from the folder of programs. */
  readonly program: string
}

/** The task of a program, as its argument. */
export interface Task {
  /** The folder in which the SDK is installed. */
  readonly installed: string
  readonly home: string
  readonly project: string
  readonly port: number
  readonly policy?: "open" | "closed" | "ask"
  /** The answer of the host's own approver. Without one, nobody is there. */
  readonly approver?: "yes" | "no"
  /** True if the program aborts once a hook runs. */
  readonly aborts?: true
  /** True if the hooks are closed before the agent starts. */
  readonly closes?: true
  readonly streams?: boolean
}

/** The result of a program, as its last line. */
export interface Finished {
  readonly text?: string
  readonly error?: string
  /** The question that the host's approver was asked. */
  readonly asked?: ReadonlyArray<string>
}
