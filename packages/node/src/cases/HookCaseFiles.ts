/**
 * Files of cases on disk: their paths, their contents, and the project of each.
 *
 * @since 0.1.0
 */
import * as Dialects from "@hookline/dialects/Dialects"
import * as plugins from "@hookline/dialects/kit/plugins"
import * as HookCases from "@hookline/schema/HookCases"
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode
} from "jsonc-parser"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fs from "node:fs"
import * as path from "node:path"
import * as ConfigFilesNode from "../node/ConfigFilesNode.ts"
import { whyOf } from "../node/disk.ts"
import * as NodeDiscovery from "../node/NodeDiscovery.ts"
import { inWords, placeOf } from "../json/tree.ts"

/**
 * A position in a file, both numbers from one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * A valid case, with its position.
 *
 * @category models
 * @since 0.1.0
 */
export interface Case extends Place {
  readonly case: HookCases.HookCase
}

/**
 * A problem that prevents a case, or a whole file, from running.
 *
 * @category models
 * @since 0.1.0
 */
export interface Problem extends Place {
  readonly text: string
  /** The name of the case, if it has one. */
  readonly name?: string
}

/**
 * The cases and problems of files.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reading {
  readonly cases: ReadonlyArray<Case>
  readonly problems: ReadonlyArray<Problem>
}

const parsed = (text: string): { readonly root: Node | undefined; readonly error: ParseError | undefined } => {
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  return { root, error: errors[0] }
}

/**
 * Parses a text without its byte-order mark to a tree, or returns the problem. Comments are accepted.
 *
 * @category decoding
 * @since 0.1.0
 */
export const treeOf = (file: string, text: string): Result.Result<Node, Problem> => {
  const broken = (offset: number, issue: string) => Result.fail({ file, ...placeOf(text, offset), text: issue })
  try {
    const { error, root } = parsed(text)
    if (root !== undefined && error === undefined) return Result.succeed(root)
    const what = error === undefined ? "it is empty" : inWords(printParseErrorCode(error.error))
    return broken(error?.offset ?? 0, `This is no valid JSON: ${what}.`)
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) return broken(0, "This is nested too deeply to be read.")
    throw error
  }
}

/**
 * Decodes the cases of a file's text.
 *
 * @category decoding
 * @since 0.1.0
 */
export const readText = (file: string, whole: string): Reading => {
  const text = whole.replace(/^\uFEFF/, "")
  const tree = treeOf(file, text)
  if (Result.isFailure(tree)) return { cases: [], problems: [tree.failure] }
  const root = tree.success
  const placed = (at: HookCases.Problem["at"]): Place => {
    const node = findNodeAtLocation(root, [...at])
    // The problem of a field is at its name.
    const shown = node?.parent?.type === "property" ? node.parent : node
    return { file, ...placeOf(text, (shown ?? root).offset) }
  }
  const { cases, problems } = HookCases.read(getNodeValue(root))
  const names = new Set<string>()
  const isAgain = cases.map(({ case: { name } }) => names.size === names.add(name).size)
  return {
    cases: cases.flatMap((found, index) =>
      isAgain[index] === true ? [] : [{ ...placed(found.at), case: found.case }]
    ),
    problems: [
      ...problems.map(({ at, ...problem }) => ({ ...placed(at), ...problem })),
      ...cases.flatMap(({ at, case: { name } }, index) =>
        isAgain[index] === true
          ? [{ ...placed([...at, "name"]), name, text: "Another case of this file has this name: give it its own." }]
          : []
      )
    ]
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

const unreadable = (file: string, error: unknown): Problem => ({
  file,
  line: 1,
  column: 1,
  text: isMissing(error)
    ? `${file} is not there: name a ${HookCases.fileName}, or a folder in which some are.`
    : `This can't be read: ${whyOf(error)}.`
})

/**
 * Decodes the cases of a file.
 *
 * @category decoding
 * @since 0.1.0
 */
export const readFile = (file: string): Reading => {
  let text: string
  try {
    text = fs.readFileSync(file, "utf8")
  } catch (error) {
    return { cases: [], problems: [unreadable(file, error)] }
  }
  return readText(file, text)
}

/** The folders of a project's hooks and skills. */
const markers: ReadonlyArray<string> = [...Dialects.markers, ".hookline"]

/** Folders without hooks, which may contain very many files. */
const passedOver = new Set(["node_modules", ".git"])

/** The result of a search: files of cases, and folders that can't be read. */
interface Walk {
  readonly files: Array<string>
  readonly problems: Array<Problem>
  /** The visited real paths, because links may be cyclic. */
  readonly been: Set<string>
}

const walk = (folder: string, found: Walk): void => {
  let entries: ReadonlyArray<fs.Dirent>
  try {
    const real = fs.realpathSync(folder)
    if (found.been.has(real)) return
    found.been.add(real)
    entries = fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    found.problems.push(unreadable(folder, error))
    return
  }
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const at = path.join(folder, entry.name)
    const stat = entry.isSymbolicLink() ? fs.statSync(at, { throwIfNoEntry: false }) : entry
    if (stat?.isDirectory() === true && !passedOver.has(entry.name)) walk(at, found)
    else if (entry.name === HookCases.fileName) found.files.push(at)
  }
}

/**
 * Finds the files of cases in a folder at any depth, or the file itself.
 *
 * @category discovering
 * @since 0.1.0
 */
export const below = (target: string): Pick<Walk, "files" | "problems"> => {
  const found: Walk = { files: [], problems: [], been: new Set() }
  const stat = fs.statSync(target, { throwIfNoEntry: false })
  if (stat?.isFile() === true) found.files.push(target)
  else walk(target, found)
  return found
}

/**
 * Finds the files of cases of a project: beside its hooks and skills, and in its own folder.
 *
 * @category discovering
 * @since 0.1.0
 */
export const ofProject = (project: string): Pick<Walk, "files" | "problems"> => {
  const found: Walk = { files: [], problems: [], been: new Set() }
  const own = path.join(project, HookCases.fileName)
  if (fs.existsSync(own)) found.files.push(own)
  for (const marker of markers) {
    const folder = path.join(project, marker)
    if (fs.existsSync(folder)) walk(folder, found)
  }
  return found
}

/**
 * The subject of a file's cases: the hooks of a project, or a folder of hooks outside of any project, which is tested
 * as if it were in one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Subject {
  readonly project: string
  readonly plugin?: string
}

const isPlugin = (folder: string): boolean =>
  Object.values(plugins.files).some((name) => fs.existsSync(path.join(folder, name)))

/** Returns a folder and its parents, the innermost first. */
const upwards = (folder: string): ReadonlyArray<string> => {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...upwards(parent)]
}

/**
 * Returns the subject of a file, by its path.
 *
 * @category discovering
 * @since 0.1.0
 */
export const subjectOf = (file: string): Subject => {
  const folder = path.dirname(path.resolve(file))
  const folders = upwards(folder)
  const marked = folders.find((one) => markers.includes(path.basename(one)))
  if (marked !== undefined) return { project: path.dirname(marked) }
  if (isPlugin(folder)) return { project: folder, plugin: folder }
  // This machine's files are read synchronously. An error of the machine is thrown, because other hooks would be tested.
  const { project } = Effect.runSync(Effect.provide(NodeDiscovery.here({ cwd: folder }), ConfigFilesNode.layerOnce))
  return { project }
}
