// Values of programs that JSON changes, and their places in JSON.
import { isJson } from "@hookline/schema/Json"

class Empty {
  readonly #command = "rm"
  get command(): string {
    return this.#command
  }
}

class Options {
  readonly command = "ls"
  get all(): boolean {
    return true
  }
}

class Items extends Array<string> {}

class Day extends Date {
  override toJSON(): string {
    return "ls"
  }
}

const hidden = Object.defineProperty({ command: "ls" }, "force", { value: true, enumerable: false })

/** Values that JSON changes or can't encode, each made anew. */
export const foreign: Readonly<Record<string, () => unknown>> = {
  map: () => new Map([["command", "rm"]]),
  "empty map": () => new Map(),
  set: () => new Set(["rm"]),
  "weak map": () => new WeakMap(),
  "instance without keys": () => new Empty(),
  "instance with keys": () => new Options(),
  "list of a class": () => Items.of("a"),
  error: () => new Error("rm"),
  "invalid date": () => new Date(NaN),
  "date with toJSON": () => Object.assign(new Date(0), { toJSON: () => "ls" }),
  "date of a class": () => new Day(0),
  pattern: () => /rm/,
  promise: () => Promise.resolve("rm"),
  buffer: () => Buffer.from("rm"),
  "typed array": () => new Uint8Array([1]),
  "boxed text": () => Object("rm") as unknown,
  toJSON: () => ({ command: "rm", toJSON: () => ({ command: "ls" }) }),
  "inherited toJSON": () => Object.create({ toJSON: () => "ls" }) as unknown,
  "toJSON of a list": () => Object.assign(["rm"], { toJSON: () => [] }),
  function: () => () => "rm",
  "async function": () => async () => "rm",
  class: () => Empty,
  symbol: () => Symbol("rm"),
  bigint: () => 1n,
  NaN: () => NaN,
  infinity: () => Infinity,
  "symbol as a key": () => ({ [Symbol("command")]: "rm" }),
  "hidden key": () => hidden,
  "computed key": () => {
    let count = 0
    return {
      get command() {
        return count++ === 0 ? "ls" : "rm"
      }
    }
  },
  "list with undefined": () => ["a", undefined],
  // oxlint-disable-next-line no-sparse-arrays
  "list with a gap": () => ["a", , "b"],
  "list with a key": () => Object.assign(["a"], { force: true }),
  cycle: () => {
    const value: Record<string, unknown> = {}
    value["self"] = { value }
    return value
  }
}

/** Puts a value somewhere into JSON: at the given key or index of each container on the way. */
export const put = (into: unknown, way: ReadonlyArray<number>, value: unknown): unknown => {
  const [at, ...rest] = way
  if (at === undefined) return value
  if (Array.isArray(into) && into.length > 0) {
    const index = at % into.length
    return into.map((item: unknown, each) => (each === index ? put(item, rest, value) : item))
  }
  if (isJson(into) && Object.keys(into).length > 0) {
    const keys = Object.keys(into)
    const key = keys[at % keys.length] ?? ""
    return { ...into, [key]: put(into[key], rest, value) }
  }
  return { deep: put(undefined, rest, value) }
}
