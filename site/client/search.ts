/** The search: in the browser, in an index that is loaded when it is first opened. */
import type { Indexed } from "./Indexed.ts"

declare global {
  /** The index, once its script has run. */
  // A declaration on the global object has to be a `var`.
  var hooklineSearchIndex: ReadonlyArray<Indexed> | undefined
}

const maximum = 20

/** A section with its text in lower case. */
interface Entry {
  readonly indexed: Indexed
  readonly page: string
  readonly title: string
  readonly text: string
}

/** Returns the score of a word in a section: in titles it counts most, and at the beginning of a word more than inside. */
const scoreOf = ({ page, text, title }: Entry, word: string): number => {
  const within = (field: string, weight: number): number => {
    const at = field.indexOf(word)
    if (at === -1) return 0
    const begins = at === 0 || !/[\p{L}\p{N}]/u.test(field[at - 1] ?? "")
    const isWhole = field.length === word.length
    return weight * (isWhole ? 3 : begins ? 2 : 1)
  }
  return within(title, 40) + within(page, 30) + within(text, 2)
}

/** Returns the sections with all words, the best first. A section of a guide comes before one of the API. */
export const find = (entries: ReadonlyArray<Entry>, query: string): ReadonlyArray<Indexed> => {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  if (words.length === 0) return []
  const found: Array<readonly [score: number, indexed: Indexed]> = []
  for (const entry of entries) {
    let score = 0
    for (const word of words) {
      const own = scoreOf(entry, word)
      score = own === 0 ? Number.NEGATIVE_INFINITY : score + own
    }
    if (score > 0) found.push([score * (entry.indexed[0].includes("/api/") ? 0.6 : 1), entry.indexed])
  }
  return found
    .toSorted(([one], [other]) => other - one)
    .slice(0, maximum)
    .map(([, indexed]) => indexed)
}

/** Returns the text around the first of the words. */
const excerptOf = (text: string, query: string): string => {
  const words = query.toLowerCase().split(/\s+/)
  const lower = text.toLowerCase()
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index !== -1)))
  const from = Number.isFinite(at) ? Math.max(0, at - 40) : 0
  return `${from > 0 ? "…" : ""}${text.slice(from, from + 140)}${text.length > from + 140 ? "…" : ""}`
}

let loading: Promise<ReadonlyArray<Entry>> | undefined

/** Loads the index by a script, because a browser fetches nothing for a page that is a file. */
const load = (root: string): Promise<ReadonlyArray<Entry>> =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = `${root}/assets/search.js`
    script.addEventListener("error", () => reject(new Error("the index of the search can't be loaded")))
    script.addEventListener("load", () =>
      resolve(
        (globalThis.hooklineSearchIndex ?? []).map((indexed) => ({
          indexed,
          page: indexed[1].toLowerCase(),
          title: indexed[3].toLowerCase(),
          text: indexed[4].toLowerCase()
        }))
      )
    )
    document.head.append(script)
  })

/** Starts the search: `/` or Ctrl-K opens it, arrows choose a result, Enter opens that. */
export const startSearch = (): void => {
  const dialog = document.getElementById("search")
  const open = document.getElementById("search-open")
  const field = document.getElementById("search-text")
  const list = document.getElementById("search-results")
  const status = document.getElementById("search-status")
  if (!(dialog instanceof HTMLDialogElement) || !(field instanceof HTMLInputElement)) return
  if (open === null || list === null || status === null) return
  const root = document.documentElement.dataset["root"] ?? "."
  let chosen = 0

  const choose = (index: number): void => {
    const items = [...list.querySelectorAll<HTMLElement>("li")]
    chosen = Math.max(0, Math.min(index, items.length - 1))
    for (const [at, item] of items.entries()) item.setAttribute("aria-selected", String(at === chosen))
    const item = items[chosen]
    field.setAttribute("aria-activedescendant", item?.id ?? "")
    item?.scrollIntoView({ block: "nearest" })
  }

  const show = (found: ReadonlyArray<Indexed>): void => {
    status.textContent = field.value.trim() === "" ? "" : found.length === 0 ? "Not found." : ""
    list.replaceChildren(
      ...found.map(([url, page, anchor, title, text], index) => {
        const item = document.createElement("li")
        const link = document.createElement("a")
        const name = document.createElement("strong")
        const excerpt = document.createElement("span")
        item.id = `result-${index}`
        item.setAttribute("role", "option")
        link.href = `${root}/${url}${anchor === "" ? "" : `#${anchor}`}`
        link.tabIndex = -1
        link.addEventListener("click", () => dialog.close())
        name.textContent = title === "" ? page : `${page} › ${title}`
        excerpt.textContent = excerptOf(text, field.value)
        link.append(name, excerpt)
        item.append(link)
        return item
      })
    )
    choose(0)
  }

  const search = async (): Promise<void> => {
    const query = field.value
    try {
      loading ??= load(root)
      const entries = await loading
      if (query === field.value) show(find(entries, query))
    } catch (error) {
      loading = undefined
      status.textContent = error instanceof Error ? error.message : String(error)
    }
  }

  const openSearch = (): void => {
    if (dialog.open) return
    dialog.showModal()
    field.select()
    void search()
  }

  open.hidden = false
  open.addEventListener("click", openSearch)
  field.addEventListener("input", () => void search())
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close()
  })
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1)
    else if (event.key === "ArrowUp") choose(chosen - 1)
    // A field of a search is emptied by the first Escape otherwise.
    else if (event.key === "Escape") dialog.close()
    else if (event.key === "Enter") list.querySelectorAll<HTMLAnchorElement>("a")[chosen]?.click()
    else return
    event.preventDefault()
  })
  document.addEventListener("keydown", (event) => {
    const { target } = event
    const isTyping = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    const isShortcut = event.key === "k" && (event.ctrlKey || event.metaKey)
    if (!isShortcut && (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey)) return
    event.preventDefault()
    openSearch()
  })
}
