// Trust that moves with an update: never to a hook that had none, and never to files that nobody was shown.
import { assert, describe, it } from "@effect/vitest"
import type { Profile } from "@hookline/schema/Profile"
import { within } from "@hookline/schema/Profile"
import type { Seal } from "@hookline/schema/kit/Seal"
import type { TrustState } from "@hookline/schema/TrustState"
import { Hook } from "@hookline/schema/Hook"
import { HiddenText } from "@hookline/testing"
import { isAsShown, movedTrust } from "hookline/kit/manage/trust/movedTrust"
import type { Reviewed } from "hookline/kit/manage/trust/Review"

const states: ReadonlyArray<TrustState> = ["trusted", "new", "changed", "refused"]
const profiles: ReadonlyArray<Profile> = ["guard", "work", "net", "notify", "open"]

const sealOf = (profile: Profile, files: Seal["files"] = {}): Seal => ({
  version: 1,
  project: "/p",
  entry: "",
  digest: "",
  files,
  absent: [],
  state: [],
  partly: [],
  beyond: [],
  unknown: [],
  needs: { network: [], desktop: [], sockets: [], secrets: [], tools: [], writes: [] },
  profile
})

const [hook] = HiddenText.values(Hook, "x")

const reviewed = (id: string, state: TrustState, needs: Profile, chosen?: Profile): Reviewed => ({
  hook: { ...(hook ?? assert.fail("no hook")), id },
  state,
  seal: sealOf(needs),
  ...(chosen !== undefined && {
    decision: { decision: "trusted", at: "", by: "", profile: chosen, seal: sealOf(needs) }
  })
})

describe("trust after an update", () => {
  it("is that of hooks that had it, and of new ones beside those alone, in every combination of states", () => {
    for (const one of states) {
      for (const other of states) {
        for (const now of states) {
          for (const isAllShown of [true, false]) {
            const before = [reviewed("one", one, "guard"), reviewed("other", other, "guard")]
            const after = ["one", "other", "more"].map((id) => reviewed(id, now, "guard"))
            const ids = new Set(movedTrust(before, after, { at: "", isAllShown }).map(([id]) => id))
            const isOpen = now === "new" || now === "changed"
            const what = JSON.stringify({ one, other, now, isAllShown })
            assert.strictEqual(ids.has("one"), isOpen && one === "trusted", what)
            assert.strictEqual(ids.has("other"), isOpen && other === "trusted", what)
            const isWhole = isAllShown || (one === "trusted" && other === "trusted")
            assert.strictEqual(ids.has("more"), isOpen && isWhole, what)
          }
        }
      }
    }
    assert.deepStrictEqual(movedTrust([], [reviewed("more", "new", "guard")], { at: "", isAllShown: false }), [])
  })

  it("has the profile that was chosen, or the one that is newly needed and was shown", () => {
    for (const chosen of profiles) {
      for (const before of profiles) {
        for (const after of profiles) {
          const [decided] = movedTrust(
            [reviewed("one", "trusted", before, chosen)],
            [reviewed("one", "changed", after)],
            { at: "", isAllShown: false }
          )
          const profile = decided?.[1].profile ?? assert.fail("not trusted")
          const isShown = !within(after, before)
          assert.isTrue(profile === chosen || (profile === after && isShown), `${chosen} ${before} ${after}`)
        }
      }
    }
  })

  it("needs exactly the files that were shown, in the plugin's folder", () => {
    const digest = (digit: string) => digit.repeat(64)
    const shown = new Map([["a.sh", digest("a")]])
    const file = (sha256: string, link?: string) => ({
      mode: "0755" as const,
      sha256,
      ...(link !== undefined && { link })
    })
    const is = (files: Seal["files"]) => isAsShown(sealOf("guard", files), "x/guard", shown)
    assert.isTrue(is({ "x/guard/a.sh": file(`sha256:${digest("a")}`), "/usr/bin/x": file(`sha256:${digest("c")}`) }))
    assert.isFalse(is({ "x/guard/a.sh": file(`sha256:${digest("b")}`) }))
    assert.isFalse(is({ "x/guard/a.sh": file("") }))
    assert.isFalse(is({ "x/guard/a.sh": file(`sha256:${digest("a")}`, "../b.sh") }))
    assert.isFalse(is({ "x/guard/b.sh": file(`sha256:${digest("a")}`) }))
    assert.isFalse(is({ "x/guard/b.sh": file("sha256:") }))
  })
})
