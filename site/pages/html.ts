/** Text in HTML. */

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Escapes what has a meaning in HTML. */
export const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? "")

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

/** Returns the text of HTML without its tags. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
