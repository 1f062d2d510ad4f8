// Explains in a sentence why a hook does not run.
import type { WhyNot } from "@hookline/schema/WhyNot"
import { placeOf, type Reader } from "./Reader.ts"

/** Returns the sentence for a reason why a hook does not run. */
export const sentenceOf = (why: WhyNot, relative: Reader["relative"]): string => {
  switch (why._tag) {
    case "OtherEvent":
      return `it is for ${why.configured}`
    case "Matcher":
      return `its matcher ${why.matcher} does not match ${why.target === "" ? "an event without a target" : why.target}`
    case "If":
      return `its rule ${why.rule} does not match`
    case "Disabled":
      return `it is switched off by ${placeOf(why, relative)}`
    case "AlreadyRan":
      return "it has run once in this session"
    case "SourceNotAllowed":
      return why.file === undefined
        ? `${why.setting} keeps it from running`
        : `${why.setting} keeps it from running: ${relative(why.file)}:${why.line ?? 1}`
    case "SameAs":
      return `it is the same as ${why.hook}`
    case "SkillClosed":
      return `${why.skill} is not open`
    case "RunByHost":
      return `${why.host} runs it itself`
    case "Refused":
      return "you have refused it in this project; `hookline trust` changes that"
    case "Unconfined":
      return why.text
    case "SelfReference":
      return "it is our own dispatch"
  }
}
