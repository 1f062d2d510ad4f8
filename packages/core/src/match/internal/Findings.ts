// Diagnostics that are found while events are matched: each problem once, without those that were found on reading the
// files.
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes, type DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import type { Path } from "@hookline/schema/Source"

/** Returns the path of a hook's matcher, which is the group's if there is a group. */
const matcherAt = ({ at }: Hook["source"]): Path =>
  at.at(-2) === "hooks" && typeof at.at(-3) === "number" ? [...at.slice(0, -2), "matcher"] : [...at, "matcher"]

const keyOf = ({ at, code, file }: Pick<Diagnostic, "at" | "code" | "file">): string => JSON.stringify([code, file, at])

type Words = Pick<Diagnostic, "text" | "fix">

export class Findings {
  readonly #known: Set<string>
  readonly #found: Array<Diagnostic> = []
  #all: ReadonlyArray<Diagnostic> | undefined

  constructor(known: ReadonlyArray<Diagnostic>) {
    this.#known = new Set(known.map(keyOf))
  }

  get all(): ReadonlyArray<Diagnostic> {
    return (this.#all ??= [...this.#found])
  }

  #add(code: DiagnosticCode, { source }: Hook, at: Path, words: Words & Pick<Diagnostic, "lost">): void {
    const key = keyOf({ code, file: source.file, at })
    if (this.#known.has(key)) return
    this.#known.add(key)
    const place = { dialect: source.dialect, file: source.file, line: source.line ?? 1, column: source.column ?? 1, at }
    this.#found.push({ code, level: codes[code][0], ...place, ...words })
    this.#all = undefined
  }

  patternStopped(hook: Hook): void {
    this.#add("pattern-stopped", hook, matcherAt(hook.source), {
      text: `${JSON.stringify(hook.matcher)} took too long on a name: it was stopped, and counts as one that matches.`,
      fix: "Repeat no group that repeats something itself, as `(a+)+` does, or write names with | between them."
    })
  }

  ifUnclear(hook: Hook): void {
    this.#add("if-unclear", hook, [...hook.source.at, "if"], {
      text: `${JSON.stringify(hook.if)} is no permission rule that we understand; the hook runs on every call of its tool.`,
      fix: `Write "if": "Bash(git *)", or whatever tool and input are meant.`
    })
  }

  ifNever(hook: Hook): void {
    this.#add("if-never", hook, [...hook.source.at, "if"], {
      text: `${hook.event} is about no tool, so that this hook never runs.`,
      fix: `Leave "if" out, or move the hook to an event of a tool.`
    })
  }

  dialectUnknown(hook: Hook): void {
    this.#add("foreign-dialect", hook, hook.source.at, {
      text: `The hook is written for "${hook.source.dialect}", a dialect that is not available.`,
      fix: "Add its dialect to those whose hooks run.",
      lost: { entries: 1, events: [hook.event] }
    })
  }
}
