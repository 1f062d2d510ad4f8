// Defects that the matcher of shell commands once had, as faults in its sources. The comparison with bash finds each one.
// Others cannot be planted alone: `env -S'rm x'` also runs the hook as a text that names the rule's program.
import type { Law } from "../../scripts/mutate/Law.ts"
import type { Node } from "../../scripts/internal/syntax.ts"

/** Replaces the node of a kind that is written so. */
const written =
  (type: string, from: string, by: string) =>
  (node: Node, text: string): string | undefined =>
    node.type === type && text.slice(node.start, node.end) === from ? by : undefined

const never = (type: string, from: string) => written(type, from, "false")

export const defects: ReadonlyArray<Law> = [
  {
    id: "words-behind-redirection",
    law: "Words behind a redirection belong to the command.",
    symbol: "CommandReader",
    edit: written(
      "CallExpression",
      "command.words.push(word)",
      "command.targets.length === 0 && command.words.push(word)"
    )
  },
  {
    id: "comment-continued",
    law: "A backslash does not continue a comment.",
    symbol: "blanks",
    module: "Reader",
    edit: written("Literal", "/#[^\\n]*/y", "/#(?:[^\\n\\\\]|\\\\[^])*/y")
  },
  {
    id: "document-in-comment",
    law: "No document begins in a comment.",
    symbol: "blanks",
    module: "Reader",
    edit: written("Literal", "/#[^\\n]*/y", "/#[^\\n<]*/y")
  },
  {
    id: "delimiter-trimmed",
    law: "A line with blanks around the delimiter does not end a document.",
    symbol: "readDocument",
    edit: written("BinaryExpression", "line === delimiter", "line.trim() === delimiter")
  },
  {
    id: "delimiter-cut",
    law: "A delimiter ends at a blank or an operator.",
    symbol: "unquoted",
    edit: written("Literal", "/[ \\t]*[\\w.-]+(?=[ \\t\\n;&|<>()]|$)/y", "/[ \\t]*[\\w.-]+/y")
  },
  {
    id: "document-not-continued",
    law: "A backslash continues a line of an unquoted document.",
    symbol: "readLine",
    edit: written("CallExpression", "continued.test(part)", "false")
  },
  {
    id: "unknown-name",
    law: "A command whose name is not known may be any.",
    symbol: "program",
    module: "WordBuilder",
    edit: written("Identifier", "isKnown", "true")
  },
  {
    id: "evaluated-text",
    law: "The words behind `eval` are a text for the shell.",
    symbol: "program",
    module: "Judge",
    edit: written(
      "LogicalExpression",
      "rest.some(isUnknown) || this.text(joined(rest), depth + 1)",
      "rest.some(isUnknown)"
    )
  },
  {
    id: "fed-shell",
    law: "A shell without a text of its own reads any.",
    symbol: "judgeShell",
    edit: written(
      "LogicalExpression",
      "input === undefined || others.length > 0 || !input.isKnown || judge.text(input.text, depth + 1, isBash)",
      "input !== undefined && judge.text(input.text, depth + 1, isBash)"
    )
  },
  {
    id: "file-of-descriptor",
    law: "A shell may read its commands from `/dev/stdin`.",
    symbol: "runFile",
    module: "Judge",
    edit: written(
      "LogicalExpression",
      "word?.program === undefined || /[<>]\\(|^\\/(?:dev|proc)\\//.test(word.text)",
      "word?.program === undefined"
    )
  },
  {
    id: "placeholder-of-all",
    law: "Only programs that make commands of their input have placeholders.",
    symbol: "judgeBehind",
    edit: written(
      "LogicalExpression",
      "isFeeder && previous !== undefined && /^-[IJ]$/.test(previous.text)",
      "previous !== undefined && /^-[IJi]$/.test(previous.text)"
    )
  },
  {
    id: "letter-before-name",
    law: "The letter of an option may precede a name.",
    symbol: "begin",
    module: "ShellRule",
    edit: (node, text) =>
      node.type === "TaggedTemplateExpression"
        ? text.slice(node.start, node.end).replace("(?:^|[^\\w-])-\\w+|", "")
        : undefined
  },
  {
    id: "flag-of-sed",
    law: "A substitution of `sed` with the flag `e` runs its result.",
    symbol: "flagsAt",
    edit: (node, text) =>
      node.type === "Literal" ? text.slice(node.start, node.end).replace("[gpiImM", "[egpiImM") : undefined
  },
  {
    id: "command-of-sed",
    law: "The command `e` of `sed` runs its argument.",
    symbol: "isHarmless",
    edit: written("Literal", '"a"', '"e"')
  },
  {
    id: "built-name",
    law: "A word that in part is known may be the rule's program.",
    symbol: "isBuiltIn",
    edit: never("CallExpression", "forms.some((form) => (patterned(form).match(words) ?? []).some(isName))")
  },
  {
    id: "launched-shell",
    law: "A shell among the arguments of a program that is not known is judged.",
    symbol: "launches",
    edit: never("LogicalExpression", "isLauncher(word) && judge.words(rest.slice(at), inputs, depth + 1)")
  },
  {
    id: "launched-in-text",
    law: "A shell in a text that is an argument is judged.",
    symbol: "launchesIn",
    edit: never("LogicalExpression", "at > mostLaunchers || judge.text(code.slice(index + found.length), depth + 1)")
  },
  {
    id: "hidden-argument",
    law: "An unknown argument of a program that is not known may be any command.",
    symbol: "judgeOther",
    edit: never("LogicalExpression", "!isTool && rest.some(isHidden)")
  },
  {
    id: "unknown-file",
    law: "A file that is written by anything but a literal may have any text.",
    symbol: "writingsOf",
    edit: written("CallExpression", "printed(command)", '(printed(command) ?? "")')
  },
  {
    id: "starting-file",
    law: "A login shell runs the files that it begins with.",
    symbol: "Files",
    edit: never("LogicalExpression", "this.#isStarted && starting.test(name)")
  },
  {
    id: "call-without-brackets",
    law: "A call in another language needs no brackets.",
    symbol: "mayCall",
    module: "programs",
    edit: written("CallExpression", "spawningIn.test(text)", "spawning.test(text)")
  },
  {
    id: "shell-by-default",
    law: "A program without arguments may begin a shell.",
    symbol: "judgeOther",
    edit: never("LogicalExpression", "!isTool && isName.test(name) && mayBeShell(judge, name, parts)")
  },
  {
    id: "value-as-text",
    law: "The value of an option may be a text for a shell.",
    symbol: "runsTexts",
    edit: never(
      "LogicalExpression",
      "isCode?.test(text) === true && valuesOf(text).some((value) => judge.text(value, depth + 1))"
    )
  },
  {
    id: "descriptor-expanded-once",
    law: "The word behind `>&` is expanded twice.",
    symbol: "readRedirection",
    edit: never("LogicalExpression", 'sign.endsWith("&") && /[$`]/.test(text)')
  }
]
