// What a new version changes in the files of this repository.
import { packageName } from "../layering/arrows.ts"

export interface File {
  readonly path: string
  readonly text: string
}

const numbers = (version: string): ReadonlyArray<number> | undefined => {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  return found?.slice(1).map(Number)
}

/** The version that is meant by `patch`, `minor`, `major` or a version itself, or why there is none. */
export const versionAfter = (last: string, said: string): { readonly version: string } | { readonly why: string } => {
  const [major = 0, minor = 0, patch = 0] = numbers(last) ?? []
  const steps: Readonly<Record<string, ReadonlyArray<number>>> = {
    major: [major + 1, 0, 0],
    minor: [major, minor + 1, 0],
    patch: [major, minor, patch + 1]
  }
  const next = Object.hasOwn(steps, said) ? steps[said] : numbers(said)
  if (next === undefined) return { why: `${said} is no version: name one such as 0.2.0, or patch, minor, major` }
  const differs = [major, minor, patch].findIndex((number, index) => number !== next[index])
  const isHigher = differs >= 0 && (next[differs] ?? 0) > ([major, minor, patch][differs] ?? 0)
  return isHigher ? { version: next.join(".") } : { why: `${next.join(".")} is not after ${last}` }
}

/** A package.json, with its version and that of what it wants of ours. */
const manifest = (text: string, last: string, version: string, names: ReadonlyArray<string>): string =>
  names.reduce(
    (done, name) => done.replaceAll(`"${name}": "${last}"`, `"${name}": "${version}"`),
    text.replace(`"version": "${last}"`, `"version": "${version}"`)
  )

/** The heading of what is not released yet gets its day; a heading of another version is one too few. */
const changelog = (text: string, version: string, day: string): string | undefined => {
  const [heading, was] = /^## (\S+), unreleased$/m.exec(text) ?? []
  if (heading === undefined || was !== version) return undefined
  return text.replace(heading, `## ${version}, ${day}`)
}

/** Returns the notes of a version: its part of the changelog without the heading, or `undefined` if it has none. */
export const notesOf = (text: string, version: string): string | undefined =>
  text
    .split(/^## /m)
    .find((part) => part.startsWith(`${version}, `))
    ?.replace(/^.*\n+/, "")
    .trimEnd()

/** Orders packages so that each is published after those that it requires. */
export const publishOrder = (
  manifests: ReadonlyArray<{ readonly name?: string; readonly dependencies?: Readonly<Record<string, string>> }>
): ReadonlyArray<string> => {
  const required = new Map(manifests.map(({ dependencies = {}, name = "" }) => [name, Object.keys(dependencies)]))
  const ordered = new Set<string>()
  const add = (name: string): void => {
    const before = required.get(name)
    if (before === undefined || ordered.has(name)) return
    for (const other of before) add(other)
    ordered.add(name)
  }
  for (const name of required.keys()) add(name)
  return [...ordered]
}

/** The files as they become, those that change. `files` are all package.json of packages, the command's version, the changelog. */
export const release = (
  files: ReadonlyArray<File>,
  last: string,
  version: string,
  day: string,
  folders: ReadonlyArray<string>
): { readonly changed: ReadonlyArray<File>; readonly problems: ReadonlyArray<string> } => {
  const names = folders.map(packageName)
  const problems: Array<string> = []
  const changed = files.flatMap(({ path, text }) => {
    if (path === "CHANGELOG.md") {
      const next = changelog(text, version, day)
      if (next === undefined) problems.push(`CHANGELOG.md has no heading "## ${version}, unreleased"`)
      return next === undefined ? [] : [{ path, text: next }]
    }
    const next = path.endsWith(".json")
      ? manifest(text, last, version, names)
      : text.replace(`version = "${last}"`, `version = "${version}"`)
    if (next === text && last !== version) problems.push(`${path} does not name the version ${last}`)
    return next === text ? [] : [{ path, text: next }]
  })
  return { changed, problems }
}
