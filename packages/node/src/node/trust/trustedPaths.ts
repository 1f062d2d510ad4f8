/** Checks whether the user's settings trust a project by its place. */
import { realOf } from "./places.ts"

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Compiles a pattern, in which `~` is the home folder, `**` any folders, and `*` any part of a name. */
const compiled = (pattern: string, home: string): RegExp => {
  const whole = pattern === "~" || pattern.startsWith("~/") ? `${home}${pattern.slice(1)}` : pattern
  const parts = whole.split("/").map((part, index, all) => {
    if (part !== "**") return `${index === 0 ? "" : "/"}${escaped(part).replaceAll("*", "[^/]*")}`
    return index === all.length - 1 ? "(?:/.*)?" : "(?:/[^/]+)*"
  })
  return new RegExp(`^${parts.join("")}$`)
}

/** Checks whether one of these patterns names a project by its real path. A relative pattern names none. */
export const isTrustedPath = (patterns: ReadonlyArray<string>, project: string, home: string): boolean => {
  const real = realOf(project)
  // A home folder that is a link has a name that no real path begins with.
  return patterns.some((pattern) => {
    const isAbsolute = pattern.startsWith("/") || pattern === "~" || pattern.startsWith("~/")
    return isAbsolute && (compiled(pattern, realOf(home)).test(real) || compiled(pattern, home).test(real))
  })
}
