// Compares a rule with a text for the shell.
import { Memo } from "../Memo.ts"
import { Budget } from "./Budget.ts"
import { Judge, type Reach } from "./Judge.ts"
import * as ShellRule from "./ShellRule.ts"

/** Rules that were compiled, by their content. */
const compiled = new Memo<ShellRule.ShellRule>(256)

const ruleOf = (content: string): ShellRule.ShellRule =>
  compiled.get(content) ?? compiled.set(content, ShellRule.make(content))

/** Longer texts are not read: the hook runs. */
export const longest = 65_536

/**
 * Checks whether a rule may match a command that a text runs. Returns true if that is unclear: a guard runs wherever
 * it might be meant. `budget` counts the work.
 */
export const meetsCommand = (
  content: string,
  text: string,
  reach: Reach,
  budget: Budget = new Budget(text.length)
): boolean => text.length > longest || new Judge(ruleOf(content), text, budget, reach).decide()
