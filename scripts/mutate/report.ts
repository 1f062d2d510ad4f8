// What a run prints.
import { type Mutant, show } from "./Mutant.ts"
import type { Fate } from "./trial.ts"

/** A mutant with what became of it. */
export interface Tried {
  readonly mutant: Mutant
  readonly fate: Fate
}

const outcomeOf = (fate: Fate): string => {
  switch (fate._tag) {
    case "Killed":
      return `killed    ${fate.file}: ${fate.test}`
    case "Stuck":
      return `killed    ${fate.files.length === 1 ? fate.files[0] : `${fate.files.length} files`}: the tests do not end`
    case "Survived":
      return `SURVIVED  ${fate.run} of ${fate.of} related test files`
    case "Unclear":
      return `UNCLEAR   ${fate.problem}`
  }
}

/** Returns the line about one mutant. */
export const line = ({ fate, mutant }: Tried): string => `${mutant.id.padEnd(44)} ${outcomeOf(fate)}`

/** Reports whether a mutant was found. */
export const isFound = ({ fate }: Tried): boolean => fate._tag === "Killed" || fate._tag === "Stuck"

/** Returns the summary of a run: how many were found, and each that was not. */
export const summary = (tried: ReadonlyArray<Tried>, equivalent: ReadonlyMap<string, string>): string => {
  const left = tried.filter((each) => !isFound(each))
  return [
    "",
    `${tried.length} tried, ${tried.length - left.length} killed, ${left.length} not, ${equivalent.size} equivalent.`,
    ...left.map((each) => `${line(each)}\n    ${each.mutant.source.path}: ${show(each.mutant)}`),
    ...Array.from(equivalent, ([id, because]) => `${id.padEnd(44)} equivalent: ${because}`)
  ].join("\n")
}
