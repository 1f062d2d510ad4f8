// A picture of what an event costs by the number of hooks that it runs: beside each other, so many plain processes, our
// cold runner and our warm one. `npm run bench -- --plot` writes docs/performance.svg.
import { writeFileSync } from "node:fs"
import path from "node:path"
import { asyncRounds } from "./asyncRounds.ts"
import { openProcessHost } from "./processHost.ts"

export interface Line {
  readonly name: string
  readonly colour: string
  /** Milliseconds, one for each count of hooks. */
  readonly costs: ReadonlyArray<number>
}

export const counts = [1, 2, 5, 10, 20, 50]

const [width, height] = [760, 420]
const [left, right, top, bottom] = [70, 190, 50, 60]

const ticks = [0.1, 0.3, 1, 3, 10, 30, 100]

/** Both axes are logarithmic: ten times is the same way everywhere. */
const along = (value: number, from: number, to: number, start: number, end: number): number =>
  start + ((Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))) * (end - start)

const text = (x: number, y: number, said: string, more = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${said}</text>`

const labelHeight = 17

/** Moves labels apart that would overlap. Each keeps its place, or is below the one above it. */
export const apart = (places: ReadonlyArray<number>): ReadonlyArray<number> => {
  const moved = [...places]
  let above = Number.NEGATIVE_INFINITY
  for (const [index, place] of [...places.entries()].toSorted(([, one], [, other]) => one - other)) {
    above = Math.max(place, above + labelHeight)
    moved[index] = above
  }
  return moved
}

/** The picture. It is made of the figures alone. */
export const draw = (lines: ReadonlyArray<Line>): string => {
  const costs = lines.flatMap(({ costs: own }) => own)
  const [low, high] = [Math.min(...costs) / 1.5, Math.max(...costs) * 1.5]
  const x = (count: number) => along(count, 1, counts.at(-1) ?? 1, left, width - right)
  const y = (cost: number) => along(cost, low, high, height - bottom, top)
  const grid = ticks
    .filter((tick) => tick > low && tick < high)
    .map(
      (tick) =>
        `<line x1="${left}" x2="${width - right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="#30363d"/>` +
        text(left - 8, y(tick) + 4, `${tick} ms`, 'text-anchor="end"')
    )
  const below = counts.map((count) => text(x(count), height - bottom + 22, `${count}`, 'text-anchor="middle"'))
  const labels = apart(lines.map(({ costs: own }) => y(own.at(-1) ?? 1) + 4))
  const curves = lines.map(({ colour, costs: own, name }, at) => {
    const points = own.map((cost, index) => `${x(counts[index] ?? 1).toFixed(1)},${y(cost).toFixed(1)}`)
    const dots = points.map((point) => {
      const [cx, cy] = point.split(",")
      return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`
    })
    return [
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...dots,
      text(width - right + 12, labels[at] ?? 0, `${name}: ${(own.at(-1) ?? 0).toFixed(1)} ms`, `fill="${colour}"`)
    ].join("")
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-sans-serif, sans-serif" font-size="13" fill="#c9d1d9" role="img" aria-label="What an event costs by the number of its hooks">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    text(left, 28, "One event: until all of its hooks have answered", 'font-size="15" font-weight="600"'),
    ...grid,
    ...below,
    text((left + width - right) / 2, height - 16, "hooks that run", 'text-anchor="middle"'),
    ...curves,
    "</svg>",
    ""
  ].join("\n")
}

const measured = async (): Promise<ReadonlyArray<Line>> => {
  const host = await openProcessHost()
  const work = host.work("exit 0")
  const times = (count: number, run: () => Promise<unknown>) => () => Promise.all(Array.from({ length: count }, run))
  const rows: Array<ReadonlyArray<number>> = []
  for (const count of counts) {
    // As many wait as such an event would have made wait.
    await host.want(count)
    const found = await asyncRounds(
      [
        { name: "plain", before: host.rested, run: times(count, () => host.plain("exit 0")) },
        { name: "cold", before: host.rested, run: times(count, () => host.cold(work)) },
        { name: "warm", before: host.rested, run: times(count, () => host.warm(work)) }
      ],
      { rounds: 30, warmUp: 3 }
    )
    rows.push(found.map(({ p50 }) => p50 / 1000))
  }
  await host.close()
  const line = (index: number, name: string, colour: string): Line => ({
    name,
    colour,
    costs: rows.map((row) => row[index] ?? Number.NaN)
  })
  return [line(0, "spawn", "#8b949e"), line(1, "cold", "#d29922"), line(2, "warm", "#3fb950")]
}

/** Measures, and writes the picture. */
export const plot = async (): Promise<void> => {
  const lines = await measured()
  writeFileSync(path.join(import.meta.dirname, "../docs/performance.svg"), draw(lines))
  console.log(`| hooks | ${lines.map(({ name }) => name).join(" | ")} |\n| ---: | ---: | ---: | ---: |`)
  for (const [index, count] of counts.entries()) {
    console.log(`| ${count} | ${lines.map(({ costs }) => `${costs[index]?.toFixed(2)} ms`).join(" | ")} |`)
  }
  process.exit(0)
}
