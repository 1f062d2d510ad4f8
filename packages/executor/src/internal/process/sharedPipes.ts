/**
 * Shares pipes between all projects of this process. Each pipe is used once, so that nothing of a project is in it, and a hundred
 * projects with unused pipes of their own would take all files that a process may open.
 */
import { makePipes, type Pipes } from "./Pipes.ts"

let supply: Pipes | undefined
let users = 0

/** Closes the unused pipes of all projects, because this process exits. */
export const closeAllPipes = (): void => supply?.close()

/** Takes part in the pipes until it is closed. The last one closes them. */
export const sharedPipes = (): Pipes => {
  const pipes = (supply ??= makePipes())
  users++
  let isClosed = false
  return {
    ...pipes,
    close: () => {
      if (isClosed) return
      isClosed = true
      if (--users > 0) return
      supply = undefined
      pipes.close()
    }
  }
}
