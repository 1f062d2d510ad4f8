/** JSON on one line, in which everything can be seen: what is hidden is escaped, so that it stays the same value. */

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]/gu

const unit = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`

/** Returns the JSON of a value. In JSON, only strings can have what is hidden, and each of its units has an escape. */
export const jsonLine = (value: unknown): string =>
  // A value without JSON is written as none, as objects have it.
  (JSON.stringify(value) ?? "null").replaceAll(hidden, (found) =>
    found.length === 1 ? unit(found, 0) : unit(found, 0) + unit(found, 1)
  )
