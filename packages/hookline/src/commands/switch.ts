/** The common part of `enable` and `disable`: the settings that are written, and the report of the change. */
import type { Hook } from "@hookline/schema/Hook"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Switching from "../manage/switch/Switching.ts"
import { fileOf } from "../manage/switch/Switching.ts"
import * as git from "../manage/install/git.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { Problem } from "./Problem.ts"
import type { SwitchFlags } from "./switchFlags.ts"
import { sentenceOf } from "@hookline/node/kit/output/whyNot"
import type { Reader } from "@hookline/node/kit/output/Reader"

/** Returns the scope whose settings the flags name. */
export const scopeOf = (flags: SwitchFlags, folders: Project): Effect.Effect<Switching.Scope, Problem> => {
  const named = new Set<Switching.Scope>([
    ...Option.toArray(flags.scope).map((scope) => (scope === "project" ? "shared" : scope)),
    ...(flags.shared ? (["shared"] as const) : []),
    ...(flags.user ? (["user"] as const) : [])
  ])
  const [scope = "local", other] = named
  if (other !== undefined) {
    return Effect.fail(
      new Problem({ message: "--scope, --shared and --user name different settings: give one of them" })
    )
  }
  // Who works in their home folder has one such file, and it is their own.
  const isOne = fileOf(folders, "shared") === fileOf(folders, "user")
  return Effect.succeed(scope === "shared" && isOne ? "user" : scope)
}

/** The flag that means a scope. */
export const flagOf = (scope: Switching.Scope): string => (scope === "local" ? "no flag" : `--${scope}`)

/** The hooks, one on a line. */
export const rows = (hooks: ReadonlyArray<Pick<Hook, "id">>): string =>
  hooks.map(({ id }) => `\n  ${onOneLine(id)}`).join("")

/** Returns the same hooks after the change. */
export const again = (hooks: ReadonlyArray<Hook>, after: Switching.Now): ReadonlyArray<Hook> => {
  const ids = new Set(hooks.map(({ id }) => id))
  return after.hooks.filter(({ id }) => ids.has(id))
}

/** Checks whether a setting keeps a hook from running. A skill that is not open yet is no setting. */
export const isOff = ({ off }: Hook): boolean => off !== undefined && off._tag !== "SkillClosed"

/** Why hooks don't run, one on a line. */
export const whyOff = (hooks: ReadonlyArray<Hook>, { relative }: Reader): string =>
  hooks
    .flatMap(({ id, off }) =>
      off === undefined ? [] : [`\n  ${onOneLine(id)}: ${onOneLine(sentenceOf(off, relative))}`]
    )
    .join("")

/** Returns a warning if a user's own file would be added to the team's repository. */
export const unignored = ({ file }: Switching.Done, scope: Switching.Scope, folders: Project): Effect.Effect<boolean> =>
  scope === "local"
    ? Effect.map(git.isIgnored(file, folders.project), (isIgnored) => isIgnored === false)
    : Effect.succeed(false)
