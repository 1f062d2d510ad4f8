/** Values by the ids of calls or sessions. The oldest is forgotten, because no end of either is certain to be seen. */

export interface Memory<A> {
  readonly set: (id: string, value: A) => void
  readonly get: (id: string) => A | undefined
  readonly take: (id: string) => A | undefined
}

const most = 10_000

export const memory = <A>(): Memory<A> => {
  const values = new Map<string, A>()
  return {
    set: (id, value) => {
      values.delete(id)
      values.set(id, value)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
    },
    get: (id) => values.get(id),
    take: (id) => {
      const value = values.get(id)
      values.delete(id)
      return value
    }
  }
}
