/** The SDKs that are driven, in the order of the table. */
import { ai } from "./ai.ts"
import { claude } from "./claude.ts"
import { langchain } from "./langchain.ts"
import type { Sdk } from "./Sdk.ts"

export const sdks: ReadonlyArray<Sdk> = [claude, ai, langchain]
