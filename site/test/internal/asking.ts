// Asks the playground a question by its address, as a shared one would be, and reads the answer from the page.
import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Page } from "playwright-core"
import { inject } from "vitest"
import type { Question } from "../../playground/engine/Question.ts"

/** The address of a question. */
export const addressOf = (question: Question): string =>
  `${inject("address")}/playground.html#${deflateRawSync(JSON.stringify(question)).toString("base64url")}`

/** Returns the text of the question in an address, which is empty if there is none. */
export const questionIn = (hash: string): string =>
  hash.length < 2 ? "" : inflateRawSync(Buffer.from(hash.slice(1), "base64url")).toString()

/** A hook that runs, or does not, as the page shows it. */
export interface Shown {
  readonly id: string
  readonly text: string
  readonly line: string
  readonly status: string
}

/** An answer, as the page shows it. */
export interface Answer {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
  readonly runs: ReadonlyArray<Shown>
  readonly others: ReadonlyArray<Shown>
  readonly findings: ReadonlyArray<{ readonly code: string; readonly line: number }>
  /** The text that is shown of what the agent sends. */
  readonly payload: string
  /** What the hooks that run reply, as the fields show it. */
  readonly replies: Readonly<
    Record<string, { readonly exit: number; readonly stdout: string; readonly stderr: string }>
  >
}

const readPage = (): Answer => {
  const all = (selector: string): ReadonlyArray<HTMLElement> => [...document.querySelectorAll<HTMLElement>(selector)]
  const text = (within: Element | null, selector: string): string => within?.querySelector(selector)?.textContent ?? ""
  const shown = (element: HTMLElement) => ({
    id: element.dataset["hook"] ?? "",
    text: text(element, ".handler"),
    line: text(element, ".place"),
    status: text(element, ".status")
  })
  const { exit, stderr = "", stdout = "" } = document.querySelector<HTMLElement>("#playground-answer")?.dataset ?? {}
  return {
    stdout,
    stderr,
    exit: Number(exit),
    runs: all("#playground-plan [data-hook]").map(shown),
    others: all("#playground-others [data-hook]").map(shown),
    findings: all("#playground-findings [data-code]").map(({ dataset }) => ({
      code: dataset["code"] ?? "",
      line: Number(dataset["line"])
    })),
    payload: text(document.body, "#playground-payload"),
    replies: Object.fromEntries(
      all("#playground-plan [data-hook]").map((element) => {
        const [out, err] = element.querySelectorAll("textarea")
        const code = Number(element.querySelector("input")?.value)
        return [element.dataset["hook"] ?? "", { exit: code, stdout: out?.value ?? "", stderr: err?.value ?? "" }]
      })
    )
  }
}

/** Waits until the playground has answered what it was asked last. */
export const settled = async (page: Page): Promise<Answer> => {
  await page.locator("#playground-answer[data-stdout]").waitFor({ state: "attached" })
  await page.locator("body:not([data-busy])").waitFor()
  return page.evaluate(readPage)
}

/** Asks a question, and returns the answer. */
export const ask = async (page: Page, question: Question): Promise<Answer> => {
  await page.evaluate(() => {
    const answer = document.querySelector<HTMLElement>("#playground-answer")
    if (answer !== null) delete answer.dataset["stdout"]
  })
  await page.goto(addressOf(question))
  return settled(page)
}
