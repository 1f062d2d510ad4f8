// Texts can be read in both themes: their contrast is at least that of level AA.
import { assert, describe, it } from "vitest"
import { read } from "../../scripts/internal/workspace.ts"

const css = read("site/client/style.css")

/** The colors of a rule by their names. */
const colorsOf = (rule: string): ReadonlyMap<string, string> => {
  const [, inside = ""] = css.split(`${rule} {`, 2)
  const block = inside.slice(0, inside.indexOf("}"))
  return new Map(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g), ([, name = "", color = ""]) => [name, color])
  )
}

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const inks = ["ink", "soft", "accent", "red", "amber", "green", "blue", "violet"]
const papers = ["paper", "panel", "code"]

describe.each([":root", `:root[data-theme="dark"]`, `:root:not([data-theme="light"])`])("the colors of %s", (rule) => {
  const colors = colorsOf(rule)
  const pairs = inks.flatMap((ink) => papers.map((paper) => [ink, paper] as const))

  it.each([...pairs, ["accent-ink", "accent"] as const])("have %s readable on %s", (ink, paper) => {
    assert.isAtLeast(contrast(colors.get(ink) ?? "", colors.get(paper) ?? ""), 4.5)
  })
})

it("are the same in dark mode, whoever chose it", () => {
  assert.deepStrictEqual(colorsOf(`:root[data-theme="dark"]`), colorsOf(`:root:not([data-theme="light"])`))
})
