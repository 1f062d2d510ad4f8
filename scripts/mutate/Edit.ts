// A change of a text: the part from `start` to `end` becomes another one.

/** One replacement, by offsets in the text as it was. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Returns the text with the edit applied. */
export const applied = (text: string, edit: Edit): string =>
  text.slice(0, edit.start) + edit.text + text.slice(edit.end)
