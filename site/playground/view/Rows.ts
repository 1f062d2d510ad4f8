/** The hooks that run, each with the choice of its reply. A row stays while its hook does, so that typing is not interrupted. */
import type { Running, RunningGroup } from "../engine/Judged.ts"
import type { Choice } from "../engine/Question.ts"
import { h } from "./dom.ts"

/** More hooks than these are counted only. */
const maximum = 100

/** The events of the rows. */
export interface Listener {
  readonly onChoice: (hook: string, choice: Choice) => void
  readonly onLine: (line: number) => void
}

interface Row {
  readonly element: HTMLElement
  readonly update: (hook: Running, choice: Choice | undefined) => void
}

const statusOf = ({ failure, isSecondLook, kind, status, verdict }: Running): string => {
  if (failure !== undefined) return `failed: ${failure}`
  const what = status === "ran" && verdict !== undefined && verdict !== "Pass" ? `ran: ${verdict}` : status
  return `${kind}, ${what}${isSecondLook ? "; would get a changed input, too" : ""}`
}

const setUnlessTyped = (field: HTMLInputElement | HTMLTextAreaElement, value: string): void => {
  if (document.activeElement !== field) field.value = value
}

const makeRow = (id: string, { onChoice, onLine }: Listener): Row => {
  const place = h("button", { type: "button", class: "place" })
  const text = h("code", { class: "handler" })
  const status = h("p", { class: "status" })
  const select = h("select", { "aria-label": "Reply of the hook" })
  const exit = h("input", { type: "number", min: "0", max: "255" })
  const stdout = h("textarea", { rows: "3", spellcheck: "false" })
  const stderr = h("textarea", { rows: "2", spellcheck: "false" })
  const fields = h(
    "details",
    {},
    h("summary", {}, "What it prints"),
    h("label", {}, "Exit code ", exit),
    h("label", {}, "Standard output ", stdout),
    h("label", {}, "Standard error ", stderr)
  )
  const element = h(
    "li",
    { class: "hook", "data-hook": id },
    h("div", { class: "head" }, text, place),
    status,
    select,
    fields
  )
  let line = 1
  let names = ""
  place.addEventListener("click", () => onLine(line))
  select.addEventListener("change", () => {
    if (select.value !== "custom") onChoice(id, { preset: select.value })
  })
  const typed = (): void => {
    const code = Number.parseInt(exit.value, 10)
    select.value = "custom"
    onChoice(id, { exit: Number.isNaN(code) ? 0 : code, stdout: stdout.value, stderr: stderr.value })
  }
  for (const field of [exit, stdout, stderr]) field.addEventListener("input", typed)
  return {
    element,
    update: (hook, choice) => {
      line = hook.line
      place.textContent = `line ${hook.line}`
      text.textContent = hook.text
      status.textContent = statusOf(hook)
      status.className = `status ${hook.failure === undefined ? (hook.verdict ?? "").toLowerCase() : "failed"}`
      const options = [
        ...hook.presets,
        ...(hook.reply === undefined ? [] : [{ name: "custom", title: "as written below" }])
      ]
      const wanted = JSON.stringify(options)
      if (wanted !== names)
        select.replaceChildren(...options.map(({ name, title }) => h("option", { value: name }, title)))
      names = wanted
      select.value = choice === undefined ? hook.usual : "preset" in choice ? choice.preset : "custom"
      fields.hidden = hook.reply === undefined
      if (hook.reply === undefined) return
      setUnlessTyped(exit, String(hook.reply.exit))
      setUnlessTyped(stdout, hook.reply.stdout)
      setUnlessTyped(stderr, hook.reply.stderr)
    }
  }
}

const titleOf = ({ dialect, hooks, parallel }: RunningGroup): string =>
  `${dialect}${hooks.length > 1 ? (parallel ? ", together" : ", one after the other") : ""}`

/** The rows of hooks. */
export class Rows {
  private readonly known = new Map<string, Row>()
  private readonly within: HTMLElement
  private readonly listener: Listener
  private shown = ""

  constructor(within: HTMLElement, listener: Listener) {
    this.within = within
    this.listener = listener
  }

  /** Shows the groups of a plan. */
  show(groups: ReadonlyArray<RunningGroup>, choices: Readonly<Record<string, Choice>>): void {
    const all = groups.flatMap(({ hooks }) => hooks)
    const some = new Set(all.slice(0, maximum).map(({ id }) => id))
    for (const id of this.known.keys()) if (!some.has(id)) this.known.delete(id)
    const rowOf = (hook: Running): HTMLElement => {
      const row = this.known.get(hook.id) ?? makeRow(hook.id, this.listener)
      this.known.set(hook.id, row)
      row.update(hook, choices[hook.id])
      return row.element
    }
    const layout = JSON.stringify([groups.map((group) => [titleOf(group), group.hooks.map(({ id }) => id)])])
    const lists = groups.flatMap((group) => {
      const rows = group.hooks.filter(({ id }) => some.has(id)).map(rowOf)
      return rows.length === 0 ? [] : [{ title: titleOf(group), rows }]
    })
    if (layout === this.shown) return
    this.shown = layout
    this.within.replaceChildren(
      ...(all.length === 0 ? [h("p", { class: "quiet" }, "No hook runs on this event.")] : []),
      ...lists.map(({ rows, title }, index) =>
        h("div", { class: "group" }, h("h3", {}, `${index + 1}. ${title}`), h("ul", {}, ...rows))
      ),
      ...(all.length > maximum ? [h("p", { class: "quiet" }, `${all.length - maximum} more run.`)] : [])
    )
  }
}
