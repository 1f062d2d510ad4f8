/**
 * The list of dialects. Adding a vendor is one file and one line here.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { Amcp } from "./Amcp.ts"
import { Amplifier } from "./Amplifier.ts"
import { Amplihack } from "./Amplihack.ts"
import { ClaudeCode } from "./ClaudeCode.ts"

/**
 * All dialects, in the order in which their hooks run.
 *
 * @category dialects
 * @since 0.1.0
 */
export const all: ReadonlyArray<Dialect> = [Amplifier, Amcp, ClaudeCode, Amplihack]

/**
 * The dialect of this name.
 *
 * @category getters
 * @since 0.1.0
 */
export const named = (name: string): Dialect | undefined => all.find((dialect) => dialect.name === name)
