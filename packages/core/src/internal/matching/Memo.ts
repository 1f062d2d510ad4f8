// What was found out once, as long as there is room. What is remembered is keyed by words that come from outside, so
// that there must be an end to it.

/**
 * Keeps what was asked for last, in two halves: when the young one is full the old one is forgotten. Looking something
 * up costs one lookup as long as it is young, which a list in order of use would not.
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
