/** Ids that every database stores as they are, of texts that may be anything. */
import * as crypto from "node:crypto"
import { limits } from "./Protocol.ts"

const hashed = "sha256:"

/**
 * Creates an id of a text: the text itself, where every database can store it, or else its hash. Different texts have
 * different ids.
 */
export const storable = (text: string): string => {
  const isPlain = text !== "" && text.length <= limits.id && text.isWellFormed() && !text.includes("\0")
  // JSON escapes what UTF-8 has no bytes for, so that such texts stay different.
  return isPlain && !text.startsWith(hashed) ? text : `${hashed}${crypto.hash("sha256", JSON.stringify(text))}`
}
