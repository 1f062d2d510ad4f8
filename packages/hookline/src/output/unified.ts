/** Two texts as a unified diff: what `diff -u` prints and `patch` reads. */

/** A line as the diff has it. */
export interface Line {
  readonly sign: " " | "-" | "+" | "@"
  readonly text: string
}

const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(/(?<=\n)/))

/** The number of pairs of lines that are compared before a change is shown as one block. */
const most = 4_000_000

/** The lines of both between their common beginning and end, as they are kept, taken away and added. */
const middle = (old: ReadonlyArray<string>, now: ReadonlyArray<string>): ReadonlyArray<Line> => {
  const taken = old.map((text): Line => ({ sign: "-", text }))
  const added = now.map((text): Line => ({ sign: "+", text }))
  if (old.length * now.length > most) return [...taken, ...added]
  // The longest lines in common, from every pair of places on.
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === now[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
    }
  }
  const lines: Array<Line> = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ sign: " ", text: old[i] ?? "" })
      i++
      j++
    } else if ((common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)) {
      lines.push(taken[i++] ?? { sign: "-", text: "" })
    } else lines.push(added[j++] ?? { sign: "+", text: "" })
  }
  return [...lines, ...taken.slice(i), ...added.slice(j)]
}

const around = 3

/** The lines of the diff, with a line for every place. Where nothing changed there are none. */
export const diff = (before: string, after: string): ReadonlyArray<Line> => {
  if (before === after) return []
  const [old, now] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const kept = (lines: ReadonlyArray<string>): ReadonlyArray<Line> => lines.map((text) => ({ sign: " ", text }))
  const all = [
    ...kept(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...kept(old.slice(old.length - end))
  ]
  const isNear = all.map(() => false)
  for (const [at, { sign }] of all.entries()) {
    if (sign !== " ") isNear.fill(true, Math.max(0, at - around), at + around + 1)
  }
  const out: Array<Line> = []
  let [oldLine, newLine] = [1, 1]
  for (let at = 0; at < all.length; at++) {
    const line = all[at] ?? { sign: " ", text: "" }
    if (isNear[at] === true && isNear[at - 1] !== true) {
      const hunk = all.slice(at, isNear.indexOf(false, at) < 0 ? undefined : isNear.indexOf(false, at))
      const [taken, added] = (["+", "-"] as const).map((sign) => hunk.filter((each) => each.sign !== sign).length)
      const place = (first: number, count = 0): string => (count === 0 ? `${first - 1},0` : `${first},${count}`)
      out.push({ sign: "@", text: `@@ -${place(oldLine, taken)} +${place(newLine, added)} @@\n` })
    }
    if (isNear[at] === true) out.push(line)
    if (line.sign !== "+") oldLine++
    if (line.sign !== "-") newLine++
  }
  return out
}

const noEnd = "\\ No newline at end of file"

/** The diff as text. */
export const print = (
  name: string,
  before: string | undefined,
  after: string,
  colour: (line: Line["sign"] | "#", text: string) => string = (_, text) => text
): string => {
  const lines = diff(before ?? "", after)
  if (lines.length === 0) return ""
  const shown = lines.flatMap(({ sign, text }) => {
    const line = colour(sign, `${sign === "@" ? "" : sign}${text.replace(/\r?\n$/, "")}`)
    return text.endsWith("\n") ? [line] : [line, noEnd]
  })
  return [colour("#", `--- ${before === undefined ? "/dev/null" : name}`), colour("#", `+++ ${name}`), ...shown].join(
    "\n"
  )
}
