/** How help is shown, and what is said of words that nobody understands: on standard error, and in a sentence. */
import * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import { paintFor, plain } from "@hookline/node/kit/output/paint"

/** What every command takes. How much Effect logs, and its questions for each flag, concern nobody here. */
export const builtIns: ReadonlyArray<GlobalFlag.BuiltIn> = [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]

/** A sentence of ours from one of the parser's, whose suggestions stand below it. */
const sentenceOf = (message: string): string => {
  const [what = "", ...suggested] = message.split(/\s*Did you mean this\?\s*/)
  const names = suggested
    .join(" ")
    .split(/\s+/)
    .filter((word) => word !== "")
  const text = what.trim().replace(/\.$/, "")
  return names.length === 0 ? `${text}.` : `${text}. Did you mean ${names.join(" or ")}?`
}

const isColoured = (): boolean => paintFor(process.stdout, process.env) !== plain

/** Standard output is for what was asked for: help, where help was asked for. */
export const presenter: CliOutput.Presenter = {
  present: (event) => {
    if (event._tag === "InvalidInvocation") {
      const sentences = event.errors.map(({ message }) => `hookline: ${sentenceOf(message)}`)
      const help = `\`${event.commandPath.join(" ")} --help\` tells what can be said here.`
      return Console.error([...new Set(sentences), help].join("\n"))
    }
    const isCommand = event._tag === "Help" && event.commandPath.length > 1
    const formatter = CliOutput.defaultFormatter({
      colors: isColoured(),
      globalFlags: isCommand ? "summary" : "full"
    })
    return event._tag === "Help"
      ? Console.log(formatter.formatHelpDoc(event.helpDoc))
      : Console.log(formatter.formatVersion(event.name, event.version))
  }
}
