// The adapter without its SDK: nothing of it is missing.
import { Hookline } from "hookline"
import * as AiSdk from "hookline/adapters/AiSdk"

await using hooks = await Hookline.open({ project: ".", approve: "host" })
const guard = AiSdk.guard(hooks, { names: { shell: { name: "Bash", keys: { cmd: "command" } } }, session: "s1" })
const settings = guard.settings({ prompt: "Publish it.", tools: { shell: { execute: () => "done" } } })
export const shell: () => string = settings.tools.shell.execute
export const isHalt = (error: unknown): boolean => error instanceof AiSdk.HookHalt
