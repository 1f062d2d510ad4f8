// The plugin without Hookline behind it: the constants in its file decide what that means, as an entry's end does elsewhere.
import { assert, it } from "@effect/vitest"
import { opencodeHost } from "@hookline/dialects/kit/opencode/host"
import type { OnFailure } from "@hookline/schema/Hook"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as PluginText from "hookline/kit/manage/attach/plugin/PluginText"
import * as fs from "node:fs"
import * as path from "node:path"
import { commandWith, faults, policies, scripts as common } from "../dispatch/absence.ts"
import { after, before, type Host, load, prompt, report } from "./fakeOpencode.ts"

/** What else may come in the place of an answer, as a script in the place of Hookline's. */
const scripts = { ...common, "prints half of an answer": `console.log('{"message": "x"'); process.exit(0)` }

export const all = [...faults.filter((fault) => fault !== "garbage"), ...Object.keys(scripts)]

/** Writes a plugin for each fault, and returns its file. */
export const fileFor = (folder: string, fault: string, onFailure: OnFailure): string => {
  const command = commandWith(folder, fault, scripts)
  const made = PluginText.of({ host: opencodeHost, command, onFailure, limitMillis: () => 60_000 })
  if (!("text" in made)) throw made
  const file = path.join(folder, ".opencode/plugins", `${fault} ${onFailure}.js`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  // A test does not wait as long as users do.
  const text = fault === "never answers" ? made.text.replaceAll(/^( {4}"\w+": )\d+/gm, "$1300") : made.text
  fs.writeFileSync(file, text)
  return file
}

/** What became of each action. */
const actionsOf = async (host: Host) => {
  const prompted = await prompt(host, "please go")
  const args = { command: "ls" }
  const called = await before(host, "bash", args)
  const output = { title: "", output: "as it was", metadata: {} }
  const ended = await after(host, "bash", args, output)
  await report(host, "permission.asked", { id: "per_1", sessionID: "ses_1", permission: "bash", patterns: [] })
  await report(host, "session.idle", { sessionID: "ses_1" })
  return {
    prompt: prompted.error === undefined ? "passes" : "denied",
    tool: called.error === undefined ? "passes" : "denied",
    result: ended.error ?? output.output,
    permissions: host.permissions.map(({ body }) => body),
    prompts: host.prompts.length,
    args
  }
}

const meant = (isStrict: boolean) => ({
  prompt: isStrict ? "denied" : "passes",
  tool: isStrict ? "denied" : "passes",
  result: "as it was",
  permissions: isStrict ? [{ response: "reject" }] : [],
  prompts: 0,
  args: { command: "ls" }
})

/** Registers a test for each fault and policy. */
export const meansPolicy = (faults: ReadonlyArray<string>) =>
  it.live.each(faults.flatMap((fault) => policies.map((policy) => [fault, policy] as const)))(
    "means what the policy says: %s, %s",
    ([fault, policy]) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { project } = yield* TestProject.make({})
          const host = yield* Effect.promise(() => load(fileFor(project, fault, policy)))
          assert.deepStrictEqual(yield* Effect.promise(() => actionsOf(host)), meant(policy !== "open"))
          // Under `open`, one is enough for all events.
          assert.isTrue(policy === "open" ? host.toasts.length === 1 : host.toasts.length > 0)
          for (const text of host.toasts)
            assert.match(text, /Hookline could not be run|hookline: it could not be started/)
        })
      ),
    60_000
  )
