/**
 * Chains records: each line holds the hash of the line before it, and ends with its own, which is that of all
 * its other bytes.
 */
import { hashOfText } from "../../internal/digest.ts"

/** The number of records, and the hash of the last. */
export interface Link {
  readonly count: number
  readonly hash: string
}

/** Chains the first record of a file to the file's name, so that one file can't replace another. */
export const genesis = (file: string): Link => ({ count: 0, hash: hashOfText(`hookline audit log ${file}`) })

/** The line for a record, and the link that the next one hangs on. `rest` is JSON: the entry, and when it was made. */
export const append = ({ count, hash: prev }: Link, rest: string): { readonly line: string; readonly link: Link } => {
  const open = `{"n":${count + 1},"prev":"${prev}",${rest}`
  const hash = hashOfText(open)
  return { line: `${open},"hash":"${hash}"}`, link: { count: count + 1, hash } }
}

const shape = /^\{"n":(\d{1,15}),"prev":"([0-9a-f]{64})",/
const end = /^,"hash":"([0-9a-f]{64})"\}$/
const endLength = ',"hash":""}'.length + 64

/** Returns the place of a line, or `undefined` if its hash is not that of its bytes. */
export const read = (line: string): { readonly link: Link; readonly prev: string } | undefined => {
  const [, count, prev] = shape.exec(line) ?? []
  const [, hash] = end.exec(line.slice(-endLength)) ?? []
  if (count === undefined || prev === undefined || hash === undefined) return undefined
  return hashOfText(line.slice(0, -endLength)) === hash ? { link: { count: Number(count), hash }, prev } : undefined
}
