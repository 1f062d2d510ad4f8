// Programs with known doings: package managers, git, and what of the machine each program reaches.
import * as Secret from "@hookline/schema/Secret"
import * as shellPrograms from "../../../match/internal/shell/programs.ts"
import type { Word } from "../../../match/internal/shell/Script.ts"
import { isScriptName } from "../../../match/internal/shell/scriptPrograms.ts"
import * as programs from "../programs.ts"
import type { ClosureFinder as Finder } from "./ClosureFinder.ts"
import { readCode } from "./code.ts"
import { base, shown, textOf } from "./words.ts"

/** Notes the parts of the machine that a program reaches. */
export const addNeeds = (finder: Finder, name: string, rest: ReadonlyArray<Word>): void => {
  if (shellPrograms.writers.has(name) || shellPrograms.copiers.has(name)) for (const word of rest) finder.writesTo(word)
  if (programs.network.has(name)) finder.needs.network.add(name)
  // Git reads none where it stays on this machine.
  if (name !== "git" && Secret.ofPrograms([name]).length > 0) finder.needs.tools.add(name)
  if (programs.isDesktop(name)) finder.needs.desktop.add(name)
  if (programs.sockets.has(name)) finder.needs.sockets.add(name)
  const isWriting =
    programs.writers.has(name) || (name === "sed" && rest.some(({ text }) => /^-\w*i|^--in-place/.test(text)))
  if (isWriting && !rest.some(({ text }) => text === "--check" || text === "--diff")) {
    const isTemporary = rest.length > 0 && rest.every(({ text }) => /^-|^\/tmp\/|^\/dev\/null$|\$\{?TMPDIR/.test(text))
    if (!isTemporary) finder.needs.writes.add(shown(name))
  }
  if (name === "docker" || name === "podman") {
    if (rest.some(({ text }) => /^(?:run|pull|build|compose|exec)$/.test(text)))
      finder.beyond.add(shown(`${name} ${textOf(rest.slice(0, 1))}`))
  }
}

/** Finds what a program with known doings runs: values of the options by which it runs another. */
export const readKnown = (finder: Finder, name: string, rest: ReadonlyArray<Word>, depth: number): void => {
  if (name === "trap") {
    const [text] = rest
    if (text !== undefined && !/^[-]/.test(text.text)) finder.evaluated([text], depth)
    return
  }
  if (shellPrograms.textWrappers.has(name)) {
    for (const one of rest) if (/\s/.test(one.text) && one.isKnown) finder.text(one.text, depth + 1)
    return
  }
  if (shellPrograms.valueRunners.has(name)) {
    for (const { text } of rest) {
      const [, value = ""] = /^(?:--?[\w-]+=)?(.+\s.+|.+\/.+)$/.exec(text) ?? []
      if (/^(?:exec=|!)|\b(?:ba|z|da)?sh\b|python|node\b/.test(value))
        finder.text(value.replace(/^(?:exec=|!)/, ""), depth + 1)
    }
    finder.scripts(rest)
  }
  if (/^(?:install|brew|apt|apt-get|apk|dnf|yum|gem)$/.test(name) && programs.installers.test(rest[0]?.text ?? ""))
    finder.outside(name, rest[0])
  if (/^(?:tmux|screen|osascript|ssh|at|batch|wezterm|kitty|open|cmux)$/.test(name)) {
    for (const { text } of rest) if (/\s/.test(text)) finder.tokens(text)
    finder.scripts(rest)
  }
}

/** Finds the files with commands that the client of a database reads, and the commands that it is given. */
export const readDatabase = (
  finder: Finder,
  name: string,
  rest: ReadonlyArray<Word>,
  inputs: ReadonlyArray<Word>,
  sources: ReadonlyArray<Word>
): void => {
  const runs = /(?:^|[;\n])\s*(?:\.\s*\w|\\[!io])|\bload_extension\b/
  const isFile = rest.some(({ text }) => /^-{1,2}(?:init|cmd|f|file|rcfile)\b/.test(text))
  const isRunning = [...rest, ...inputs].some(({ isKnown, text }) => runs.test(text) || (!isKnown && text === ""))
  // Its own settings of output run nothing.
  const isHarmless = [...rest, ...inputs].every(
    ({ text }) =>
      !runs.test(text) || /^\s*\.(?:mode|headers?|separator|timeout|tables|schema|width)\b[^\n]*$/.test(text)
  )
  if (isFile || sources.length > 0 || (isRunning && !isHarmless)) finder.unknown.add(shown(`${name} ${textOf(rest)}`))
}

export const readPackage = (finder: Finder, name: string, rest: ReadonlyArray<Word>, depth: number): void => {
  let at = 0
  for (; at < rest.length; at++) {
    const text = rest[at]?.text ?? ""
    if (/^(?:-c|--call)$/.test(text)) {
      const code = rest[at + 1]
      if (code !== undefined) readCode(finder, "shell", code, [], depth)
      return
    }
    if (/^(?:-p|--package|--from|--with|--python|--index-url|--registry|--cache)$/.test(text)) at++
    else if (!text.startsWith("-") && !(name === "pipx" && text === "run")) break
  }
  const [word, ...others] = rest.slice(at)
  finder.outside(name, word)
  finder.needs.network.add(name)
  if (word !== undefined && programs.interpreterOf(base(word.text)) !== undefined)
    finder.call([word, ...others], [], depth + 1)
  else finder.others(others, depth, true)
}

export const readManager = (finder: Finder, name: string, rest: ReadonlyArray<Word>, depth: number): void => {
  const at = rest.findIndex(({ text }) => !text.startsWith("-"))
  const verb = rest[at]?.text ?? ""
  if (programs.installers.test(verb)) finder.needs.network.add(`${name} ${verb}`)
  if (!programs.runVerbs.has(verb)) {
    finder.beyond.add(shown(`${name} ${verb}`))
    finder.scripts(rest, true)
    return
  }
  const words = rest.slice(at + 1)
  const start = startOf(words)
  const [word, ...others] = words.slice(start)
  // A script of the project, or a program of its environment.
  finder.outside(`${name} ${verb}`, word)
  if (name === "uv" || verb === "dlx" || verb === "x" || verb === "tool") finder.needs.network.add(`${name} ${verb}`)
  if (word === undefined) return
  if (programs.interpreterOf(base(word.text)) !== undefined) return finder.call([word, ...others], [], depth + 1)
  if (isScriptName(word.text) || word.text.includes("/")) finder.fileOf(word, "script")
  else if (!word.isKnown) finder.fileOf(word, "script")
  finder.others(others, depth, true)
}

/** Returns the offset of the command behind the options of a package manager. */
export const startOf = (words: ReadonlyArray<Word>): number => {
  let at = 0
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? ""
    if (
      /^(?:--project|--directory|--with|--with-editable|--with-requirements|--python|-p|--extra|--group|--env-file|--filter|-F|--prefix|-C|--cwd|--index-url|--from|--package)$/.test(
        text
      )
    )
      at++
    else if (!text.startsWith("-")) break
  }
  return at
}

export const readGit = (finder: Finder, rest: ReadonlyArray<Word>, depth: number): void => {
  for (const [at, { text }] of rest.entries()) {
    const value = text === "-c" ? (rest[at + 1]?.text ?? "") : ""
    const [, command] = /=!?([^]+)$/.exec(value) ?? []
    if (command !== undefined && (/=!/.test(value) || /\//.test(command))) finder.text(command, depth + 1)
    if (/^(?:push|fetch|pull|clone|ls-remote|submodule)$/.test(text)) {
      finder.needs.network.add(`git ${text}`)
      finder.needs.tools.add("git")
    }
    if (/^(?:commit|add|checkout|stash|reset|merge|rebase|tag|branch|config|worktree|switch|restore|clean)$/.test(text))
      finder.needs.writes.add(`git ${text}`)
    if (/^(?:bisect|filter-branch|rebase|submodule|difftool|mergetool)$/.test(text))
      finder.others(rest.slice(at + 1), depth)
  }
}
