// Hooks that do their work badly, and answer all the same: nothing of it is left behind. Those that can't do it at all are
// the faults of hookline/test/faults.
import { assert, describe, it } from "@effect/vitest"
import { Leftovers } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { call, guardedBy, over, runners, seen } from "./support/answering.ts"

interface Case {
  readonly hook: Readonly<Record<string, unknown>>
  readonly verdict: "Deny" | "Pass"
  readonly says: RegExp
}

const cases: Readonly<Record<string, Case>> = {
  "100 MB of output": {
    hook: { command: "head -c 100000000 /dev/zero | tr '\\0' x; exit 2" },
    verdict: "Deny",
    says: /xxxx/
  },
  "100 MB of complaints": {
    hook: { command: "head -c 100000000 /dev/zero | tr '\\0' x >&2; exit 0" },
    verdict: "Pass",
    says: /^$/
  },
  "output that is no text": {
    hook: { command: "printf '\\377\\376\\000\\200'; exit 2" },
    verdict: "Deny",
    says: /\uFFFD/
  },
  "closing its input": {
    hook: { command: "exec <&-; sleep 0.05; echo no >&2; exit 2" },
    verdict: "Deny",
    says: /no/
  },
  "not reading its input": { hook: { command: "exit 0" }, verdict: "Pass", says: /^$/ },
  "ending before what it has started": {
    hook: { command: "sleep 60 & echo no >&2; exit 2" },
    verdict: "Deny",
    says: /no/
  },
  "leaving somebody behind who writes on": {
    hook: { command: "(while :; do echo x; done) & exit 2" },
    verdict: "Deny",
    says: /./
  }
}

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("a %s hook", (kind) => {
  for (const [name, { hook, says, verdict }] of Object.entries(cases)) {
    it.live(`${name} is answered by ${verdict}`, () =>
      Leftovers.none(
        over(
          guardedBy(hook),
          kind,
          // The policy that would turn what is no failure into something else.
          verdict === "Deny" ? "open" : "closed",
          Effect.fnUntraced(function* ({ answer }, _, counts) {
            const told = seen(yield* answer(call))
            if (kind === "warm") assert.strictEqual(counts().taken, 1)
            assert.strictEqual(told.verdict, verdict)
            assert.match(told.text.slice(0, 4000), says)
          })
        )
      )
    )
  }
})
