// Samples are tiny unless told otherwise: strings of up to 10 characters, integers within ±100. A false property such
// as "every integer is below 100" then passes; with larger samples it fails.
import * as Arbitrary from "effect/Arbitrary"

Arbitrary.configureGlobal({ check: { size: 100, runs: 200 } })
