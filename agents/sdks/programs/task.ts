/** The common part of the programs: the task, the hooks, the end. */
import { Hookline, type Hooks, type OpenOptions } from "hookline"
import { existsSync, watch } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Finished, Task } from "../Sdk.ts"

/** The task of this program. */
// The driver writes it.
export const task = JSON.parse(process.argv[2] ?? "{}") as Task

export const prompt = "Please go."

/** Imports a module of the SDK from the folder in which it is installed. */
export const installed = async <Module>(path: string): Promise<Module> =>
  // The scenarios show that it has these members.
  (await import(pathToFileURL(join(task.installed, "node_modules", path)).href)) as Module

/** Opens the hooks of the task's project. */
export const open = async (options: Partial<OpenOptions> = {}): Promise<Hooks> => {
  const { closes, home, policy, project } = task
  const hooks = await Hookline.open({
    project,
    home,
    trust: "all",
    ...(policy !== undefined && { settings: { failurePolicy: policy } }),
    ...options
  })
  if (closes === true) await hooks.close()
  return hooks
}

/** Returns a controller that is aborted once a hook runs, if the task says so. */
export const aborting = (): AbortController => {
  const controller = new AbortController()
  if (task.aborts === true) {
    const watcher = watch(task.project, () => {
      if (!existsSync(join(task.project, "pids.txt"))) return
      watcher.close()
      setTimeout(() => controller.abort(new Error("the user pressed escape")), 100)
    })
  }
  return controller
}

/** Runs the agent, and prints its result as the last line. */
export const finish = async (agent: () => Promise<Finished>): Promise<void> => {
  const result = await agent().catch((error: unknown): Finished => ({
    error: error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }))
  process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit())
}
