/** Sets the chosen colors before the page is drawn. Without a choice, those of the system hold. */

try {
  const chosen = localStorage.getItem("theme")
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset["theme"] = chosen
} catch {
  // A browser that stores nothing shows the colors of the system.
}
