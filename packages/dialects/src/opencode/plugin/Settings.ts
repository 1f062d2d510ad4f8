/** The constants that `attach` writes in front of the plugin. This folder is bundled into one file that imports nothing. */
export interface Settings {
  /** The absolute paths of Node and of Hookline's script. The program that runs the plugin is opencode itself. */
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  /** The meaning of Hookline's absence. */
  readonly policy: "open" | "ask" | "closed"
  /** The longest that an event's hooks may take, in milliseconds. */
  readonly limits: Readonly<Record<string, number>>
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/** Returns an error in words. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
