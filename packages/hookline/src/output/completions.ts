/** The script by which a shell completes the words of the command, with the names that the parser does not know. */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Completions from "effect/cli/Completions"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { attachable, hosts } from "../commands/agentNames.ts"

type Kind = Completions.FlagType & Completions.ArgumentType

const oneOf = (values: ReadonlyArray<string>): Kind => ({ _tag: "Choice", values })
const folder: Kind = { _tag: "Path", pathType: "directory" }
const anyPath: Kind = { _tag: "Path", pathType: "either" }

/** Completes the values of flags, by their names. The parser takes any text, because other events and new files are lawful. */
const flagKinds: Readonly<Record<string, Kind>> = {
  event: oneOf(HookEvent.names),
  head: anyPath,
  junit: anyPath,
  payload: anyPath,
  project: folder,
  state: anyPath,
  tool: oneOf(["Bash", "Edit", "Glob", "Grep", "Read", "Task", "WebFetch", "WebSearch", "Write"]),
  watch: anyPath
}

const argumentKinds: Readonly<Record<string, Kind>> = {
  event: oneOf(HookEvent.names),
  host: oneOf(attachable),
  path: anyPath,
  source: anyPath
}

const flag = (name: string, description: string, type: Completions.FlagType): Completions.FlagDescriptor => ({
  name,
  aliases: [],
  description,
  type,
  negation: false
})

const yesOrNo: Completions.FlagType = { _tag: "Boolean" }

/** The flags of `dispatch`, whose words have a parser of their own. */
const dispatchFlags: ReadonlyArray<Completions.FlagDescriptor> = [
  flag("host", "The agent whose payload is read and answered", oneOf(hosts)),
  flag("project", "The project's folder", folder),
  flag("event", "The event that the host calls for", oneOf(HookEvent.names)),
  flag("on-failure", "The result of an event where Hookline itself can't run", oneOf(["open", "closed", "ask"])),
  flag("limit", "How many seconds the host waits", { _tag: "String" }),
  flag("include-own", "Also run the hooks that the host runs itself", yesOrNo),
  flag("no-audit", "Keep no record of what was done", yesOrNo),
  flag("pipe", "Answer many events, one on each line", yesOrNo)
]

const help = flag("help", "Show the help of the command", yesOrNo)

/** Shortens a description, for which a shell has one line: it shows defaults and choices by itself. */
const shortened = (text: string | undefined): string | undefined =>
  text?.replace(/ \((?:default|choices): .*|^(The (?:agent|event)): .*/, "$1")

/** Adds to a command what its own flags and arguments take. */
const completed = (command: Completions.CommandDescriptor): Completions.CommandDescriptor => ({
  ...command,
  flags: [
    ...(command.name === "dispatch" ? dispatchFlags : command.flags).map((one) => ({
      ...one,
      description: shortened(one.description),
      // Each flag is off unless it is given, but the one for the log.
      negation: one.name === "audit" ? one.negation : (false as const),
      type: one.type._tag === "String" ? (flagKinds[one.name] ?? one.type) : one.type
    })),
    help
  ],
  arguments: command.arguments.map((one) => ({
    ...one,
    description: shortened(one.description),
    type: one.type._tag === "String" ? (argumentKinds[one.name] ?? one.type) : one.type
  })),
  subcommands: command.subcommands.map(completed)
})

/** Returns a shell's script for a command. */
export const scriptFor = (command: Completions.CommandDescriptor, shell: Completions.Shell): string => {
  const all = completed(command)
  const own = [
    flag("version", "Show the version", yesOrNo),
    flag("completions", "Print the script of a shell", oneOf(["bash", "zsh", "fish", "powershell"]))
  ]
  return Completions.generate(all.name, shell, { ...all, flags: [...all.flags, ...own] })
}

/** The flag `--completions`. */
export const completions: typeof GlobalFlag.Completions = GlobalFlag.Action({
  flag: GlobalFlag.Completions.flag.pipe(
    Flag.withMetavar("SHELL"),
    Flag.withDescription("Print the script by which a shell completes the words of this command")
  ),
  run: (shell, { command }) =>
    Option.match(shell, {
      onNone: () => Effect.void,
      onSome: (name) => Console.log(scriptFor(Completions.fromCommand(command), name))
    })
})
