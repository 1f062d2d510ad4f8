/**
 * A hook that ends with 0 and prints no reply, although its own shell or interpreter could not run all of its text.
 *
 * @since 0.1.0
 */
import { IncompleteRun } from "@hookline/core/PipelineError"
import type { Hook } from "@hookline/schema/Hook"
import type { HookReply } from "@hookline/schema/HookReply"
import { ownError } from "./internal/ownError/ownError.ts"

type Exit = Pick<Extract<HookReply, { readonly _tag: "Exit" }>, "code" | "stderr" | "stdout">

/**
 * Returns the failure of a hook that could not run all of its own text, or `undefined`. `cwd` is the folder in which it ran.
 *
 * @category getters
 * @since 0.1.0
 */
export const incompleteRun = (
  { handler, id }: Pick<Hook, "handler" | "id">,
  { code, stderr, stdout }: Exit,
  cwd: string
): IncompleteRun | undefined => {
  if (code !== 0 || stderr === "" || stdout.trim() !== "") return undefined
  const line = ownError(stderr, handler, cwd)
  return line === undefined ? undefined : new IncompleteRun({ hook: id, line })
}
