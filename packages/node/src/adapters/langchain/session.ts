/** The session of an agent's run: its thread, unless the program names one. */
import type { Options, Runtime } from "./types.ts"

export const sessionOf = ({ session }: Options, { configurable }: Runtime): string | undefined => {
  const thread = configurable?.thread_id
  return session ?? (typeof thread === "string" ? thread : undefined)
}
