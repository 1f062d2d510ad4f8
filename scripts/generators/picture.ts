// Draws what README quotes of `npm start`, as a terminal shows it: docs/demo.svg. It draws the text that stands there, so
// that the two never differ.
import { columns, hooksAt } from "hookline/kit/demo/show"
import { read } from "../internal/workspace.ts"

const [charWidth, lineHeight, margin, top] = [7.8, 19, 20, 46]

const colours = { text: "#c9d1d9", dim: "#8b949e", red: "#ff7b72", green: "#7ee787", yellow: "#e3b341" }

interface Part {
  readonly at: number
  readonly text: string
  readonly colour?: string
  readonly isBold?: boolean
}

const verdicts: Readonly<Record<string, string>> = {
  pass: colours.green,
  allow: colours.green,
  ask: colours.yellow,
  defer: colours.yellow,
  deny: colours.red
}

const whatAt = columns.event
const verdictAt = columns.event + columns.what

/** The parts of a line, each in its colour, as the command paints them. */
const partsOf = (line: string): ReadonlyArray<Part> => {
  const verdict = line.slice(verdictAt, hooksAt).trim()
  const hooks = { at: hooksAt, text: line.slice(hooksAt), colour: colours.dim }
  const colour = verdicts[verdict]
  if (colour !== undefined && /^[A-Z]/.test(line)) {
    return [
      { at: 0, text: line.slice(0, whatAt), isBold: true },
      { at: whatAt, text: line.slice(whatAt, verdictAt) },
      { at: verdictAt, text: verdict, colour },
      hooks
    ]
  }
  if (line.startsWith(" ".repeat(hooksAt))) return [hooks]
  if (/^(?:EVENT|Next:)/.test(line)) return [{ at: 0, text: line, isBold: true }]
  return [{ at: 0, text: line, ...(line.startsWith("All of this") && { colour: colours.green }) }]
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Words with one blank between them, each where its column is, and as wide: so they stand below each other in any font. */
const drawn = ({ at, colour, isBold = false, text }: Part, y: number): string =>
  Array.from(text.matchAll(/\S+(?: \S+)*/g), ({ 0: words, index }) => {
    const place = `x="${((at + index) * charWidth + margin).toFixed(1)}" y="${y}"`
    const width = `textLength="${(words.length * charWidth).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`
    const paint = `${colour === undefined ? "" : ` fill="${colour}"`}${isBold ? ' font-weight="bold"' : ""}`
    return `    <text ${place} ${width}${paint}>${escaped(words)}</text>\n`
  }).join("")

const picture = (lines: ReadonlyArray<string>): string => {
  const columnsShown = Math.max(...lines.map(({ length }) => length))
  const [width, height] = [Math.ceil(columnsShown * charWidth) + 2 * margin, lines.length * lineHeight + top + margin]
  const texts = lines.flatMap((line, index) => {
    const y = top + (index + 1) * lineHeight
    return partsOf(line).map((part) => drawn(part, y))
  })
  const dots = ["#ff5f57", "#febc2e", "#28c840"]
    .map((fill, index) => `  <circle cx="${margin + 6 + index * 20}" cy="23" r="6" fill="${fill}"/>\n`)
    .join("")
  const fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
  <title>What npm start prints</title>
  <rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
${dots}  <text x="${width / 2}" y="28" text-anchor="middle" font-family="${fonts}" font-size="13" fill="${colours.dim}">npm start</text>
  <g font-family="${fonts}" font-size="13" fill="${colours.text}">
${texts.join("")}  </g>
</svg>
`
}

/** The block of text that README has of it. */
const quoted = (): ReadonlyArray<string> => {
  const block = /<!-- output: npm start -->\s*```\n([\s\S]*?)\n```/.exec(read("README.md"))?.[1]
  if (block === undefined) throw new Error("README.md quotes no output of npm start")
  return block.split("\n")
}

export const generate = () => [{ path: "docs/demo.svg", text: picture(quoted()) }]
