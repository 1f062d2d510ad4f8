/** Tags that were re-pointed: shown before anything is written, and accepted by no `--yes` alone. */
import type { Reader } from "@hookline/node/kit/output/Reader"
import * as Effect from "effect/Effect"
import type { Plan } from "../../manage/install/InstallPlan.ts"
import { Problem } from "../Problem.ts"

/** Returns the line about a tag that was re-pointed. */
export const repointedRows = ({ repointed }: Plan, { paint }: Reader): ReadonlyArray<string> => {
  if (repointed === undefined) return []
  const { ref, ...commits } = repointed
  const [before, now] = [commits.before, commits.now].map((commit) => commit.slice(0, 12))
  return [paint.red(`The tag ${ref} was re-pointed: it was ${before} when it was installed, and is ${now} now.`)]
}

/** Refuses a re-pointed tag if no user is asked, unless a flag accepts it. `how` names that flag. */
export const refuseRepointed = (
  { name, repointed }: Plan,
  { isAccepted, yes }: { readonly isAccepted: boolean; readonly yes: boolean },
  how: (ref: string) => string
): Effect.Effect<void, Problem> =>
  repointed === undefined || !yes || isAccepted
    ? Effect.void
    : Effect.fail(
        new Problem({
          message:
            `the tag of ${name} was re-pointed, which --yes does not accept: nothing was written. Ask its publisher why; ` +
            `${how(repointed.ref)} accepts it`
        })
      )
