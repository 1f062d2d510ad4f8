/** The head of a file as it is written: how many records the file has, the hash of the last, and where that ends. */
import { isJson } from "@hookline/schema/Json"

export interface Head {
  readonly file: string
  readonly count: number
  readonly hash: string
  /** Absent in heads that other versions wrote. */
  readonly size?: number
}

export const headWithSize = (text: string): Head => {
  const value: unknown = JSON.parse(text)
  if (!isJson(value)) throw new Error("it is no head")
  const { count, file, hash, size } = value
  if (typeof file !== "string" || typeof hash !== "string" || !Number.isSafeInteger(count))
    throw new Error("it is no head")
  return { file, count: Number(count), hash, ...(Number.isSafeInteger(size) && { size: Number(size) }) }
}
