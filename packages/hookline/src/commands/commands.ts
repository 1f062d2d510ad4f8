/** All commands but `dispatch`: the one that is asked for, or where help or anything else is, all of them. */
import * as Command from "effect/cli/Command"
import { alone, type Load, runWith, start, type Words } from "./start.ts"
import { version } from "../version.ts"

/** Loads a command alone, which is faster. */
const each: Readonly<Record<string, () => Promise<Load>>> = {
  run: () => import("./run/command.ts").then(({ run }) => alone(run)),
  plan: () => import("./plan/command.ts").then(({ plan }) => alone(plan)),
  list: () => import("./list/command.ts").then(({ list }) => alone(list)),
  check: () => import("./check/command.ts").then(({ check }) => alone(check)),
  log: () => import("./log/command.ts").then(({ log }) => alone(log)),
  test: () => import("./test/command.ts").then(({ test }) => alone(test))
}

const all = (): Promise<Load> => import("./all.ts").then(({ hookline }) => Command.runWith(hookline, { version }))

const loadOf = (word: string | undefined): (() => Promise<Load>) => (word === undefined ? undefined : each[word]) ?? all

/** Returns the run of a command line. */
export const run = (words: Words) => runWith(words, loadOf)

/** Runs the command line as this process. */
export const main = (words: Words): void => start(words, loadOf)
