// A bounded cache. Its keys come from outside, so that an unbounded one could exhaust the memory.

/**
 * Caches recent entries in two halves: when the young half is full, the old one is dropped. A hit in the young half
 * costs one lookup, unlike a list in order of use.
 */
export class Memo<Value extends {}> {
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()
  readonly #half: number

  constructor(limit: number) {
    this.#half = limit / 2
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    return old === undefined ? undefined : this.set(key, old)
  }

  set(key: string, value: Value): Value {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    return value
  }
}
