/** Attributes texts of untrusted hooks: a stranger must not speak to the user in Hookline's voice. */
import type { Hook } from "@hookline/schema/Hook"
import type { Outcome } from "@hookline/schema/Outcome"
import { indented, onOneLine, visible } from "@hookline/schema/kit/shown/visible"

/** Makes a text follow a sentence that names whose it is. No line of it begins like a line of ours. */
const under = (sentence: string, text: string): string =>
  /[\n\r]/.test(text) ? `${sentence}:\n${indented(text.trim(), "  | ")}` : `${sentence}: ${visible(text)}`

/** Returns a text of a hook, with whose it is. */
export const attributed = ({ id }: Pick<Hook, "id">, text: string): string =>
  under(`From ${onOneLine(id)}, which is not trusted`, text)

/** Returns the reason of a hook for what it denies or asks. */
export const reasoned = ({ id }: Pick<Hook, "id">, text: string): string =>
  under(`${onOneLine(id)}, which is not trusted, gives this reason`, text)

/** Returns a sentence of ours that may end with words of the hook: only its first line is ours. */
const quoted = (text: string): string => {
  const [first = "", ...more] = visible(text).split("\n")
  return more.length === 0 ? first : `${first}\n${indented(more.join("\n"), "  | ")}`
}

/**
 * Attributes the messages and the questions of an outcome. `own` are texts of ours about the hook, which name it
 * themselves: those of a failure may end with the hook's words.
 */
export const attribute = (hook: Pick<Hook, "id">, outcome: Outcome, own: ReadonlyArray<string>): Outcome => {
  const { notices, verdict } = outcome
  const said = (text: string): string =>
    own.some((sentence) => text.startsWith(sentence)) ? quoted(text) : attributed(hook, text)
  if (notices.length === 0 && verdict._tag !== "Ask") return outcome
  return {
    ...outcome,
    notices: notices.map((notice) => ({ ...notice, text: said(notice.text) })),
    ...(verdict._tag === "Ask" && {
      verdict: { ...verdict, questions: verdict.questions.map((one) => ({ ...one, prompt: said(one.prompt) })) }
    })
  }
}
