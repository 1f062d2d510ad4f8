/** The editor of the file: a text area with the numbers of its lines, and marks at those with diagnostics. */
import type { Finding } from "../engine/Judged.ts"
import { byId, h } from "./dom.ts"

/** The height of a line, as the style sheet sets it. */
const lineHeight = 20

/** The lines above and below those that are seen. */
const margin = 5

/** A text of this length is pasted as a whole. */
const longText = 50_000

/** An editor. Only the lines that are seen have elements, because a file may have a hundred thousand. */
export class Editor {
  private readonly area = byId("playground-file", HTMLTextAreaElement)
  private readonly gutter = byId("playground-gutter", HTMLElement)
  private marks: ReadonlyMap<number, Finding["level"]> = new Map()
  private lines = 1

  constructor(onChange: () => void) {
    this.area.addEventListener("input", () => {
      this.count()
      onChange()
    })
    this.area.addEventListener("paste", (event) => this.paste(event))
    this.area.addEventListener("scroll", () => this.draw())
    new ResizeObserver(() => this.draw()).observe(this.area)
  }

  get text(): string {
    return this.area.value
  }

  set text(text: string) {
    this.area.value = text
    this.area.scrollTop = 0
    this.count()
  }

  /** Marks the lines of diagnostics, each by the gravest. */
  mark(findings: ReadonlyArray<Finding>): void {
    const levels = ["info", "warning", "error"] as const
    const marks = new Map<number, Finding["level"]>()
    for (const { level, line } of findings) {
      const known = marks.get(line)
      if (known === undefined || levels.indexOf(level) > levels.indexOf(known)) marks.set(line, level)
    }
    this.marks = marks
    this.draw()
  }

  /** Selects a line. */
  goTo(line: number): void {
    const { value } = this.area
    let start = 0
    for (let at = 1; at < line && start !== -1; at += 1) {
      const end = value.indexOf("\n", start)
      start = end === -1 ? start : end + 1
    }
    const end = value.indexOf("\n", start)
    this.area.focus()
    this.area.setSelectionRange(start, end === -1 ? value.length : end)
    this.area.scrollTop = Math.max(0, (line - 4) * lineHeight)
  }

  /** Pastes a long text by hand: browsers prepare to undo each of its lines, which takes minutes. */
  private paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? ""
    if (text.length < longText) return
    event.preventDefault()
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end")
    this.area.dispatchEvent(new Event("input"))
  }

  private count(): void {
    let lines = 1
    for (let at = this.area.value.indexOf("\n"); at !== -1; at = this.area.value.indexOf("\n", at + 1)) lines += 1
    this.lines = lines
    this.draw()
  }

  private draw(): void {
    const { clientHeight, scrollTop } = this.area
    const first = Math.max(1, Math.floor(scrollTop / lineHeight) - margin)
    const last = Math.min(this.lines, Math.ceil((scrollTop + clientHeight) / lineHeight) + margin)
    const numbers: Array<HTMLElement> = []
    for (let line = first; line <= last; line += 1) {
      const level = this.marks.get(line)
      const number = h("span", level === undefined ? {} : { class: level, "data-line": String(line) }, String(line))
      // Styles of elements are set by script, which the page's policy allows; attributes it does not.
      number.style.top = `${(line - 1) * lineHeight - scrollTop}px`
      numbers.push(number)
    }
    this.gutter.replaceChildren(...numbers)
  }
}
