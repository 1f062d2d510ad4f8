// Draws outputs that pages quote, as a terminal shows them: of `npm start` as docs/demo.svg, and of one guard behind two
// agents as docs/two-agents.svg. The quoted text is drawn, so that text and picture are the same.
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

/** Returns the parts of a line of the session, each in its colour, as the command paints them. */
const sessionParts = (line: string): ReadonlyArray<Part> => {
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

/** Returns the parts of a line of the two agents: comments, commands, and answers, of which the denial is red. */
const answerParts = (line: string): ReadonlyArray<Part> => {
  if (line.startsWith("#")) return [{ at: 0, text: line, colour: colours.dim }]
  const denial = line.indexOf('"deny"')
  if (denial !== -1) {
    const after = denial + '"deny"'.length
    return [
      { at: 0, text: line.slice(0, denial) },
      { at: denial, text: line.slice(denial, after), colour: colours.red, isBold: true },
      { at: after, text: line.slice(after) }
    ]
  }
  const isCommand = line.startsWith("$") || line.includes("| hookline") || line.trim().startsWith("hookline")
  return [{ at: 0, text: line, ...(isCommand && { isBold: true }) }]
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

/** A picture: the page and the output that it quotes, its title, and the parts of a line. */
interface Picture {
  readonly path: string
  readonly page: string
  readonly output: string
  readonly title: string
  readonly partsOf: (line: string) => ReadonlyArray<Part>
}

const pictures: ReadonlyArray<Picture> = [
  {
    path: "docs/demo.svg",
    page: "docs/demonstration.md",
    output: "npm start",
    title: "npm start",
    partsOf: sessionParts
  },
  {
    path: "docs/two-agents.svg",
    page: "docs/demonstration.md",
    output: "two agents",
    title: "one guard, two agents",
    partsOf: answerParts
  }
]

const draw = (lines: ReadonlyArray<string>, { partsOf, title }: Picture): string => {
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
  <title>${title}</title>
  <rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
${dots}  <text x="${width / 2}" y="28" text-anchor="middle" font-family="${fonts}" font-size="13" fill="${colours.dim}">${title}</text>
  <g font-family="${fonts}" font-size="13" fill="${colours.text}">
${texts.join("")}  </g>
</svg>
`
}

/** Returns the lines of an output that a page quotes. */
const quoted = ({ output, page }: Picture): ReadonlyArray<string> => {
  const block = new RegExp(`<!-- output: ${output} -->\\s*\`\`\`\\n([\\s\\S]*?)\\n\`\`\``).exec(read(page))?.[1]
  if (block === undefined) throw new Error(`${page} quotes no output of ${output}`)
  return block.split("\n")
}

export const generate = () => pictures.map((picture) => ({ path: picture.path, text: draw(quoted(picture), picture) }))
