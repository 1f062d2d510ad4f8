// Samples are tiny unless told otherwise: strings of up to 10 characters, integers within ±100. A false property such
// as "every integer is below 100" then passes; with these it fails. Events of twice the size take four
// times as long, and what they find is found with these, too.
import { resolve } from "node:path"
import { runsOf } from "./packages/testing/src/internal/runsOf.ts"
import { makeShrinksLazy } from "./scripts/internal/lazyShrinks.ts"

// Before Effect is loaded.
makeShrinksLazy()
const Arbitrary = await import("effect/Arbitrary")

Arbitrary.configureGlobal({ check: { size: 50, runs: runsOf(150) } })

// Processes that tests start from the sources load hundreds of modules: half of their time is the compiler's.
process.env["NODE_COMPILE_CACHE"] ??= resolve(import.meta.dirname, "node_modules/.cache/compiled-sources")
