/** What all pages do: dark mode, the search, and the list of pages on wide screens. */
import { startSearch } from "./search.ts"

const root = document.documentElement

const startTheme = (): void => {
  const button = document.getElementById("theme")
  if (button === null) return
  const system = matchMedia("(prefers-color-scheme: dark)")
  const isDark = (): boolean => (root.dataset["theme"] ?? (system.matches ? "dark" : "light")) === "dark"
  const show = (): void => button.setAttribute("aria-pressed", String(isDark()))
  button.hidden = false
  show()
  system.addEventListener("change", show)
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark"
    root.dataset["theme"] = theme
    show()
    try {
      localStorage.setItem("theme", theme)
    } catch {
      // The choice holds for this page.
    }
  })
}

/** Opens the list of pages where there is room for it beside the text. */
const startSide = (): void => {
  const side = document.getElementById("side")
  if (!(side instanceof HTMLDetailsElement)) return
  const wide = matchMedia("(min-width: 60rem)")
  const arrange = (): void => {
    side.open = wide.matches
    const current = side.querySelector(`[aria-current="page"]`)
    // The page itself must not move.
    if (wide.matches && current instanceof HTMLElement && side.parentElement !== null) {
      side.parentElement.scrollTop = current.offsetTop - 200
    }
  }
  arrange()
  wide.addEventListener("change", arrange)
}

startTheme()
startSide()
startSearch()
