/** Checks the options of an adapter for the tools of an SDK. */
import { checkNaming } from "../../agents/toolkit/checkedNames.ts"
import { type Kind, text } from "../../options/kinds.ts"
import type { Options } from "./Options.ts"

/** Throws if an option is unknown or of another kind. `further` are those of one SDK. */
export const checkToolOptions = (what: string, options: Options, further: Readonly<Record<string, Kind>> = {}): void =>
  checkNaming(what, options, { session: text, cwd: text, ...further })
