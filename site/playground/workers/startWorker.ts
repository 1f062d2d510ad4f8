/** Starts workers from their code, so that a page needs no server: a browser loads no worker from a file. */

/** Starts a worker that runs this code. */
export const startWorker = (code: string): Worker => {
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }))
  const worker = new Worker(url)
  // The worker reads the address before anything else runs, and keeps the code.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return worker
}
