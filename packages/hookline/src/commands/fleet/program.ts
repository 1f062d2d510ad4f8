/**
 * `hookline fleet` as a program of its own: it loads the cluster, and the bundle of all other commands would have parts of
 * it, for which each event would pay.
 */
import { alone, start, type Words } from "../start.ts"
import { fleet } from "./command.ts"

/** Runs a command line of `hookline fleet`. */
export const main = (words: Words): void => start(words, () => () => Promise.resolve(alone(fleet)))
