// Asks one of the two processes that answer calls of hosts for all tests of a run. A process for each call takes twenty times
// as long.
import { connect } from "node:net"
import type { Call } from "./inThisProcess.ts"
import type { Ended } from "./hookline.ts"

/** `scripts/internal/dispatcher.ts` sets it. */
const place = process.env["HOOKLINE_TESTS_DISPATCHER"]

/** Returns what a process would have ended with, or `undefined` where the event needs a process of its own. */
export const dispatchElsewhere = (call: Call): Promise<Ended | undefined> =>
  place === undefined
    ? Promise.resolve(undefined)
    : new Promise((resolve, reject) => {
        const socket = connect(place, () => socket.write(`${JSON.stringify(call)}\n`))
        let text = ""
        socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
        socket.once("error", reject)
        // The dispatcher writes what it has ended with, or `null`.
        socket.once("end", () => resolve((JSON.parse(text) as Ended | null) ?? undefined))
      })
