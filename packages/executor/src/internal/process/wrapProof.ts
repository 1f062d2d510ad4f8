/**
 * The proof that a program wraps commands: a shell inside of it gets its input, its output arrives, and its exit code is that
 * of the whole. Without it a setting such as `wrap: ["setsid"]`, which does not wait, would let every guard pass. A hook that
 * is no text of this shell has a proof of its own words too, because `su root -c` runs the first of them alone.
 */
import { executing, NotStarted, type PipelineError } from "@hookline/core/PipelineError"
import type { Hook } from "@hookline/schema/Hook"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, existsSync, statSync } from "node:fs"
import { fill } from "./ColdProcess.ts"
import type { Groups } from "./Groups.ts"
import type { Pipes } from "./Pipes.ts"
import { identityOf, kept, type Result, watch } from "./proofs.ts"

const expected = 7
const given = "input of hookline"
const mark = "output of hookline: "

/** It has blanks and quotes, so that a program which splits it, or joins it to other words, runs something else. */
const proving = `IFS= read -r line; printf '${mark}%s\\n' "$line"; exit ${expected}`

/** The time after which a program that has not exited is none that wraps commands. */
const patienceMillis = 10_000

/** The time for which output is awaited that has not arrived with the exit. */
const lateMillis = 1000

/** No more of the output is looked at. */
const mostOutput = 1 << 16

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The session's processes, which end with it. */
  readonly groups: Groups
  readonly pipes: Pick<Pipes, "file">
}

/** A hook's own start: the words of its program, and those before it, with the variables of the outermost program. */
export interface Wrapped {
  readonly before: ReadonlyArray<string>
  readonly program: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

const start = ([file = "", ...words]: ReadonlyArray<string>, { cwd, env, pipes }: Place): ChildProcess => {
  const stdin = pipes.file()
  try {
    fill(stdin, `${given}\n`)
    return spawn(file, words, {
      cwd,
      env,
      stdio: [stdin, "pipe", "ignore"],
      // As hooks are, because a program such as `setsid` waits where it is no leader of a process group.
      detached: true
    })
  } finally {
    closeSync(stdin)
  }
}

const judged = (code: number | null, signal: string | null, output: string): Result => {
  if (code !== expected) return `with \`exit ${expected}\` inside it ended by ${code ?? signal}, and not by ${expected}`
  if (!output.includes(mark)) return "the output of a command inside it does not arrive"
  return output.includes(`${mark}${given}`) ? true : "a command inside it does not get its input"
}

/** A trial: all words, the exit code that is expected, and the judgement of the end. */
interface Trial {
  readonly words: ReadonlyArray<string>
  readonly code: number
  readonly judge: (code: number | null, signal: string | null, output: string) => Result
}

const ofShell = (before: ReadonlyArray<string>): Trial => ({
  words: [...before, "/bin/sh", "-c", proving],
  code: expected,
  judge: judged
})

/** The text of an argument in a trial. A shell that takes it for a command does nothing, and one that splits it prints other words. */
const argument = `: 'an  argument' "of $0"`

/** Returns the shape of a program's words: options stay, because a wrapping program may take them for its own. */
const shapeOf = ([, ...args]: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.map((word) => /^-[\w-]*(?==|$)/.exec(word)?.[0] ?? argument)

/** Returns the program that prints its arguments by a format, which is its first one. */
const printer = (): string => ["/usr/bin/printf", "/bin/printf"].find((file) => existsSync(file)) ?? "printf"

/** Tries a program with as many arguments as the hook's. The format is the first, unless that is an option. */
const ofArguments = (before: ReadonlyArray<string>, shape: ReadonlyArray<string>): Trial => {
  const rest = shape[0] === argument ? shape.slice(1) : shape
  const lineOf = (words: ReadonlyArray<string>): string => `${mark}${words.map((word) => `<${word}>`).join("")}`
  return {
    words: [...before, printer(), `${lineOf(rest.map(() => "%s"))}\\n`, ...rest],
    code: 0,
    judge: (code, _, output) =>
      (code === 0 && output.includes(`${lineOf(rest)}\n`)) || "a program inside it does not get its arguments"
  }
}

const prove = ({ code: wanted, judge, words }: Trial, place: Place): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = start(words, place)
    let output = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      if (output.length < mostOutput) output += chunk.toString()
    })
    const onExit = (code: number | null, signal: string | null): void => {
      const end = () => {
        clearTimeout(late)
        child.stdout?.destroy()
        resolve(judge(code, signal, output))
      }
      // A process that was left behind may hold the output.
      const late = setTimeout(end, code === wanted ? lateMillis : 0)
      child.once("close", end)
    }
    watch(child, place.groups, patienceMillis, { onError: reject, onExit })
  })

/** Returns a word with the state of its file, if it is a program that the first word may run. */
const stateOf = (word: string): string => {
  if (!word.startsWith("/")) return word
  const stat = statSync(word, { throwIfNoEntry: false })
  if (stat?.isFile() !== true || (stat.mode & 0o111) === 0) return word
  return `${word}\0${stat.ino}\0${stat.mtimeMs}\0${stat.size}`
}

const isShellText = ([file, option, ...others]: ReadonlyArray<string>): boolean =>
  (file === "/bin/sh" || file === "sh") && option === "-c" && others.length === 1

/** Returns the reason for which a program does not wrap the hook, from the proofs that are not made yet. */
const whyNoWrap = (
  words: ReadonlyArray<string>,
  place: Place,
  { before, env, program }: Wrapped
): undefined | Promise<string | undefined> => {
  const [file = "", ...others] = words
  const found = identityOf(file, place)
  if (found === undefined) return undefined
  const identity = `wrap\0${found}\0${others.map(stateOf).join("\0")}`
  const first = kept(identity, () => prove(ofShell(words), place))
  const shape = shapeOf(program)
  if (isShellText(program) || shape.length === 0) return first
  const key = [identity, ...before.slice(words.length), "", ...shape].join("\0")
  const second = kept(key, () => prove(ofArguments(before, shape), { ...place, env }))
  if (first === undefined || second === undefined) return first ?? second
  return Promise.all([first, second]).then(([one, other]) => one ?? other)
}

/** The exit code of a denial. It arrives from inside of a program that wraps commands alone. */
const denial = 2

/**
 * Runs a hook inside a wrapping program. A hook that does not deny has decided so only if the program is proved to be one that
 * wraps commands. A program is tried once in this process with its arguments, and once for each shape of a hook's words, as
 * long as its files stay the same. One that can't be started is reported by the start of the hook.
 */
export const insideWrap = <Reply extends HookReply>(
  words: ReadonlyArray<string>,
  { id }: Pick<Hook, "id">,
  placeOf: () => Place,
  wrappedOf: () => Wrapped,
  run: Effect.Effect<Reply, PipelineError>
): Effect.Effect<Reply, PipelineError> => {
  if (words.length === 0 || process.platform === "win32") return run
  return Effect.flatMap(run, (reply) => {
    const proof = reply._tag === "Exit" && reply.code !== denial ? whyNoWrap(words, placeOf(), wrappedOf()) : undefined
    if (proof === undefined) return Effect.succeed(reply)
    return Effect.flatMap(
      Effect.promise(() => proof),
      (why) => {
        if (why === undefined) return Effect.succeed(reply)
        const issue = `the setting \`wrap\` is ${JSON.stringify(words)}, inside which no command runs as it should: ${why}`
        return Effect.fail(executing(new NotStarted({ hook: id, issue })))
      }
    )
  })
}
