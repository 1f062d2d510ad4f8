/** An object in the sense of JSON: what it holds, somebody else has said. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value is such an object, wherever its prototype comes from. */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
