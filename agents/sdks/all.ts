/** The SDKs that are driven, in the order of the table. */
import { claude } from "./claude.ts"
import type { Sdk } from "./Sdk.ts"

export const sdks: ReadonlyArray<Sdk> = [claude]
