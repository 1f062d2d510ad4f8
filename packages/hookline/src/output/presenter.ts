/** Shows help, and reports unknown words: on standard error, in a sentence. */
import * as Suggestions from "@hookline/core/kit/discover/Suggestions"
import type * as CliError from "effect/cli/CliError"
import type * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import { type Paint, paintFor } from "@hookline/node/kit/output/paint"
import { defaultColumns, helpText } from "./helpText.ts"
import { completions } from "./completions.ts"
import { columnsOf, fitted } from "./layout.ts"

/** The flags of every command. Those of Effect for logs and wizards are left out. */
export const builtIns: ReadonlyArray<GlobalFlag.BuiltIn> = [GlobalFlag.Help, GlobalFlag.Version, completions]

/** Rewrites a sentence of the parser, with its suggestions. */
const sentenceOf = (message: string): string => {
  const [what = "", ...suggested] = message.split(/\s*Did you mean this\?\s*/)
  const names = suggested
    .join(" ")
    .split(/\s+/)
    .filter((word) => word !== "")
  const text = what.trim().replace(/\.$/, "")
  return names.length === 0 ? `${text}.` : `${text}. Did you mean ${names.join(" or ")}?`
}

/** Returns the sentence about a word that is none of a flag's choices, with the choice that is most similar. */
const invalidOf = (error: CliError.CliError): string | undefined => {
  if (error._tag !== "InvalidValue" || error.kind !== "flag" || error.value === "") return undefined
  const choices = error.expected.split(" | ").map((choice) => choice.replace(/^"(.*)"$/, "$1"))
  if (choices.length < 2) return undefined
  const meant = Suggestions.nearest(error.value, choices)
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`
  return `--${error.option} takes one of ${choices.join(", ")}, and not ${JSON.stringify(error.value)}.${hint}`
}

const paint = (): Paint => paintFor(process.stdout, process.env)

/** Standard output is for what was asked for: help, where help was asked for. */
export const presenter: CliOutput.Presenter = {
  present: (event) => {
    if (event._tag === "InvalidInvocation") {
      const sentences = event.errors.map((error) => `hookline: ${invalidOf(error) ?? sentenceOf(error.message)}`)
      const help = `\`${event.commandPath.join(" ")} --help\` lists the words that it takes.`
      return Console.error(fitted([...new Set(sentences), help].join("\n"), process.stderr))
    }
    return event._tag === "Help"
      ? Console.log(helpText(event.helpDoc, paint(), columnsOf(process.stdout, process.env) ?? defaultColumns))
      : Console.log(`${event.name} v${event.version}`)
  }
}
