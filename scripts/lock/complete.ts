// Completes a lock file: see completeLock.ts for why.

export interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly libc?: ReadonlyArray<string>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type LockPackages = Readonly<Record<string, LockEntry>>

const systems =
  /(?<=^|[-/])(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32|win|windows)(?=-|$)/
const processors = /(?<=-)(arm64|x64|arm|ia32|ppc64|s390x|riscv64|loong64|mips64el|wasm32)(?=-|$)/

/** An entry for an optional package, with what its name says about its platform; keys in npm's order. */
const stub = (name: string, range: string, dev: boolean): LockEntry => {
  const os = systems.exec(name)?.[1]?.replace(/^win(dows)?$/, "win32")
  const cpu = processors.exec(name)?.[1]
  const libc = /musl/.test(name) ? "musl" : /gnu/.test(name) && os === "linux" ? "glibc" : undefined
  return {
    version: range.replace(/^[\^~]/, ""),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev } : {}),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(os === undefined ? {} : { os: [os] })
  }
}

/** Where Node would look for a package: beside its owner, or in any folder above. */
const places = (owner: string, name: string): ReadonlyArray<string> => {
  const parts = owner === "" ? [] : owner.split("/node_modules/")
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join("/node_modules/"))
  return [`node_modules/${name}`, ...folders.map((folder) => `${folder}/node_modules/${name}`)]
}

const missing = (packages: LockPackages): LockPackages =>
  Object.fromEntries(
    Object.entries(packages).flatMap(([owner, { dev, optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => places(owner, name).every((place) => packages[place] === undefined))
        .map(([name, range]) => [`node_modules/${name}`, stub(name, range, dev === true)])
    )
  )

/** The packages of a lock with a stub for each optional one that is missing, and without addresses, in npm's order. */
export const complete = (packages: LockPackages): { readonly packages: LockPackages; readonly added: number } => {
  const stubs = missing(packages)
  const entries = Object.entries({ ...packages, ...stubs }).map(([place, entry]) => {
    // The address of a link is a folder of this repository.
    if (entry.link === true) return [place, entry] as const
    const { resolved: _, ...rest } = entry
    return [place, rest] as const
  })
  return {
    packages: Object.fromEntries(entries.toSorted(([self], [that]) => self.localeCompare(that, "en"))),
    added: Object.keys(stubs).length
  }
}
