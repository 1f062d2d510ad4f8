/** Runs regular expressions that may take long, where they can be aborted. */
import * as Context from "effect/Context"

/**
 * A realm for patterns. Only code in a realm of its own can be aborted.
 *
 * `test` throws if the pattern took longer than the limit, or exhausted the stack. `cpuMillis` returns the CPU time of
 * this process, which shows whether an aborted pattern got any, and `wallMillis` the time since any fixed moment.
 */
export interface Realm {
  readonly test: (pattern: RegExp, name: string, limitMillis: number) => boolean
  readonly cpuMillis: () => number
  readonly wallMillis: () => number
}

/** A platform without realms: no such pattern is run, so that its hook runs on every name, which is reported. */
const none: Realm = {
  test: () => {
    throw new Error("this platform can't abort a pattern")
  },
  cpuMillis: () => Infinity,
  wallMillis: () => 0
}

/** Creates the realm of Node. It is found at run time, so that this package imports nothing of a platform. */
const ofNode = (): Realm | undefined => {
  if (typeof process === "undefined" || typeof process.getBuiltinModule !== "function") return undefined
  const vm = process.getBuiltinModule("node:vm")
  const script = new vm.Script("pattern.test(name)")
  const realm: { pattern?: RegExp; name?: string } = {}
  const context = vm.createContext(realm)
  return {
    test: (pattern, name, limitMillis) => {
      realm.pattern = pattern
      realm.name = name
      return script.runInContext(context, { timeout: limitMillis }) === true
    },
    cpuMillis: () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1000
    },
    wallMillis: () => performance.now()
  }
}

let usual: Realm | undefined

/** Returns the realm of this platform. It is created on first use, because most patterns need none. */
export const here: Realm = {
  test: (pattern, name, limitMillis) => (usual ??= ofNode() ?? none).test(pattern, name, limitMillis),
  cpuMillis: () => (usual ??= ofNode() ?? none).cpuMillis(),
  wallMillis: () => (usual ??= ofNode() ?? none).wallMillis()
}

/** The realm that matchers use. By default that of this platform. */
export const PatternRealm = Context.Reference<Realm>("@hookline/core/PatternRealm", { defaultValue: () => here })
