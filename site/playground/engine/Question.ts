/** The question that the playground asks: a file, an event of an agent, and what each hook replies. */

/** The reply of a hook, as the user chose it: a preset by its name, or what a process would print. */
export type Choice =
  | { readonly preset: string }
  | { readonly exit: number; readonly stdout: string; readonly stderr: string }

/** A file, an event, and the replies of hooks. */
export interface Question {
  /** The path of the file from the project. It decides which dialect reads the file. */
  readonly path: string
  readonly text: string
  /** The name of the host's dialect. */
  readonly host: string
  readonly event: string
  /** The tool of an event that has one. */
  readonly tool: string
  /** The tool's input, or the fields of an event without a tool, as JSON. */
  readonly input: string
  /** The preset of hooks without a reply of their own, if they have it; otherwise they pass. */
  readonly usual: string
  /** The replies by the ids of hooks. */
  readonly replies: Readonly<Record<string, Choice>>
}
