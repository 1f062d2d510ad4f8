// Hooks that can't do their work, or do it badly: what a person sees of each, and that nothing of it is left behind.
import { assert, describe, it } from "@effect/vitest"
import type { OnFailure } from "@hookline/schema/Hook"
import { Leftovers, type TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { rmSync } from "node:fs"
import { call, guardedBy, over, runners, seen } from "./support/answering.ts"

interface Case {
  readonly hook: Readonly<Record<string, unknown>>
  readonly files?: TestProject.Files
  readonly prepare?: (folder: string) => void
  /** Under which verdict the event is answered, by policy. */
  readonly open: string
  readonly closed: string
  readonly says: RegExp
}

/** What can't be done passes with a notice, or denies. */
const failure = { open: "Pass", closed: "Deny" }

const cases: Readonly<Record<string, Case>> = {
  "a missing interpreter": {
    hook: { command: "./guard" },
    files: { guard: { script: "#!/no/such/interpreter\n" } },
    ...failure,
    says: /code 12[67].*guard/s
  },
  "a missing interpreter, without a shell": {
    hook: { command: "${CLAUDE_PROJECT_DIR}/guard", args: [] },
    files: { guard: { script: "#!/no/such/interpreter\n" } },
    ...failure,
    says: /guard is there, but not the interpreter that its first line names/
  },
  "a missing script": { hook: { command: "./no/guard.sh" }, ...failure, says: /code 127.*no\/guard\.sh.*not found/s },
  "a missing program": {
    hook: { command: "no-such-program --check" },
    ...failure,
    says: /code 127.*no-such-program.*not found/s
  },
  "a missing program, without a shell": {
    hook: { command: "no-such-program", args: ["--check"] },
    ...failure,
    says: /no-such-program is not there, in no folder of PATH/
  },
  "a missing shell": {
    hook: { command: "exit 0", shell: "no-such-shell" },
    ...failure,
    says: /no-such-shell is not there, in no folder of PATH/
  },
  "no run bit": {
    hook: { command: "./guard.sh" },
    files: { "guard.sh": "exit 0\n" },
    ...failure,
    says: /code 126.*guard\.sh.*Permission denied/s
  },
  "no run bit, without a shell": {
    hook: { command: "${CLAUDE_PROJECT_DIR}/guard.sh", args: [] },
    files: { "guard.sh": "exit 0\n" },
    ...failure,
    says: /guard\.sh may not be run: give it its run bit \(chmod \+x/
  },
  "a folder that is not there any more": {
    hook: { command: "exit 0" },
    prepare: (folder) => rmSync(folder, { recursive: true }),
    ...failure,
    says: /its folder .* is not there/
  },
  "a command with a NUL": { hook: { command: "echo \0" }, ...failure, says: /null bytes/ },
  "100 MB of output": {
    hook: { command: "head -c 100000000 /dev/zero | tr '\\0' x; exit 2" },
    open: "Deny",
    closed: "Deny",
    says: /xxxx/
  },
  "100 MB of output that begins as JSON": {
    hook: { command: "printf '{\"a\": \"'; head -c 100000000 /dev/zero | tr '\\0' x; printf '\"}'" },
    ...failure,
    says: /JSON|cut|MiB/
  },
  "100 MB of complaints": {
    hook: { command: "head -c 100000000 /dev/zero | tr '\\0' x >&2; exit 0" },
    open: "Pass",
    closed: "Pass",
    says: /^$/
  },
  "output that is no text": {
    hook: { command: "printf '\\377\\376\\000\\200'; exit 2" },
    open: "Deny",
    closed: "Deny",
    says: /\uFFFD/
  },
  "closing its input": {
    hook: { command: "exec <&-; sleep 0.05; echo no >&2; exit 2" },
    open: "Deny",
    closed: "Deny",
    says: /no/
  },
  "not reading its input": { hook: { command: "exit 0" }, open: "Pass", closed: "Pass", says: /^$/ },
  "closing everything": {
    hook: { command: "exec <&- >&- 2>&-; sleep 0.05; exit 3" },
    ...failure,
    says: /code 3/
  },
  "never ending": {
    hook: { command: "trap '' TERM INT HUP; while :; do sleep 1; done", timeout: 0.2 },
    ...failure,
    says: /did not answer within 0.2 s/
  },
  "never ending, and what it has started": {
    hook: { command: "(trap '' TERM; sleep 60 & sleep 60) & sleep 60", timeout: 0.2 },
    ...failure,
    says: /did not answer within 0.2 s/
  },
  "stopping itself": {
    hook: { command: "kill -STOP $$", timeout: 0.2 },
    ...failure,
    says: /did not answer within 0.2 s/
  },
  "killing itself": {
    hook: { command: "echo wrong >&2; kill -9 $$" },
    ...failure,
    says: /ended by SIGKILL, after it said: wrong/
  },
  "killing its group": { hook: { command: "kill -9 0" }, ...failure, says: /ended by SIGKILL/ },
  "ending before what it has started": {
    hook: { command: "sleep 60 & echo no >&2; exit 2" },
    open: "Deny",
    closed: "Deny",
    says: /no/
  },
  "leaving somebody behind who writes on": {
    hook: { command: "(while :; do echo x; done) & exit 2" },
    open: "Deny",
    closed: "Deny",
    says: /./
  },
  "broken JSON": { hook: { command: "echo '{\"decision\": '; echo '}'" }, ...failure, says: /can't be understood/ }
}

/** What no waiting shell can be asked to do. */
const isLeftToTheSystem = ({ args, command, shell }: Case["hook"], prepare: Case["prepare"]): boolean =>
  args !== undefined || shell !== undefined || prepare !== undefined || String(command).includes("\0")

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("a %s hook", (kind) => {
  for (const [name, { files, hook, prepare, says, ...verdicts }] of Object.entries(cases)) {
    for (const policy of ["open", "closed"] as const satisfies ReadonlyArray<OnFailure>) {
      it.live(`${name} is answered by ${verdicts[policy]} under ${policy}`, () =>
        Leftovers.none(
          over(
            { ...guardedBy(hook), ...files },
            kind,
            policy,
            Effect.fnUntraced(function* ({ answer }, folder, counts) {
              prepare?.(folder)
              const { text, verdict } = seen(yield* answer(call))
              if (kind === "warm" && !isLeftToTheSystem(hook, prepare)) assert.strictEqual(counts().taken, 1)
              assert.strictEqual(verdict, verdicts[policy])
              assert.match(text.slice(0, 4000), says)
            })
          )
        )
      )
    }
  }
})
