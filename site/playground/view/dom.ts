/** Elements of the page. Texts are set as texts, so that no file can add markup. */

/** A child of an element. */
type Child = Node | string

/** Creates an element with attributes and children. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** Returns the element with an id. The page is written by the generator, so that a missing one is an error. */
export const byId = <T extends HTMLElement>(id: string, type: new () => T): T => {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`the page has no ${id}`)
}

/** Replaces the options of a select, and keeps its value if it is among them. */
export const setOptions = (select: HTMLSelectElement, options: ReadonlyArray<HTMLElement>): void => {
  const { value } = select
  select.replaceChildren(...options)
  if ([...select.options].some((option) => option.value === value)) select.value = value
}
