// What a function in our own process can suffer.
import type { FaultTest } from "@hookline/testing"

const moduleOf = (name: string, text: string, told: RegExp, more: FaultTest.Entry = {}): FaultTest.Fault => ({
  hook: { type: "module", path: `./${name}`, ...more },
  files: { [`~/.claude/${name}`]: text },
  told
})

const short = { timeout: 0.4 }

/** Settles only after the limit has passed, however late this process is in noticing that it has. */
const afterItsLimit = (settle: string): string =>
  `export default (_event, { signal }) => new Promise((resolve, reject) =>
    signal.addEventListener("abort", () => setTimeout(() => ${settle}, 200)))`

const allowing = `({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } })`

export const modules: Readonly<Record<string, FaultTest.Fault>> = {
  "an exception": moduleOf("throws.mjs", `export default () => { throw new Error("oh") }`, /failed: oh/),
  "an exception that can't be told": moduleOf(
    "throws-odd.mjs",
    `export default () => { throw Object.create(null) }`,
    /something was thrown that has no text/
  ),
  "a rejection": moduleOf("rejects.mjs", `export default async () => { throw new Error("oh") }`, /failed: oh/),
  "a promise that never ends": moduleOf(
    "hangs.mjs",
    `export default () => new Promise(() => {})`,
    /did not answer within 0.4 s/,
    short
  ),
  "a rejection that comes too late": moduleOf(
    "late.mjs",
    afterItsLimit(`reject(new Error("late"))`),
    /did not answer within 0.4 s/,
    short
  ),
  "a yes that comes too late": moduleOf(
    "late-yes.mjs",
    afterItsLimit(`resolve(${allowing})`),
    /did not answer within 0.4 s/,
    short
  ),
  "a change of the event": moduleOf(
    "changes.mjs",
    `export default (event) => { event.sessionId = "another" }`,
    /Cannot assign to read only/
  ),
  "what is no reply": moduleOf("boolean.mjs", `export default () => false`, /it returned a boolean/),
  "an unknown word": moduleOf("word.mjs", `export default () => ({ decision: "perhaps" })`, /decision/),
  "an Outcome that is none": moduleOf("outcome.mjs", `export default () => ({ verdict: "Deny" })`, /Outcome\.make/),
  "a function that is not there": moduleOf("other.mjs", `export const check = () => {}`, /has no export "default"/),
  "a module that can't be read": moduleOf("syntax.mjs", `export default () => {`, /syntax\.mjs/),
  "a module that throws when it is loaded": moduleOf("loading.mjs", `throw new Error("not today")`, /not today/),
  "a module that never has loaded": moduleOf(
    "forever.mjs",
    `await new Promise(() => {})`,
    /did not answer within 0.4 s/,
    short
  ),
  "a module that is not there": {
    hook: { type: "module", path: "./nowhere.mjs" },
    told: /nowhere\.mjs/,
    stage: "execute"
  }
}
