// A wire on loopback between a client and a server, which breaks as networks do. Tests break it on purpose.
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"

/**
 * The condition of a wire: it carries; it is frozen, so that nothing arrives and nothing ends; it refuses, as a server that
 * is away; or it keeps the replies, so that a server does what no client learns of.
 */
export type Condition = "carries" | "frozen" | "refuses" | "keeps the replies"

/** A wire. */
export interface Wire {
  readonly port: number
  readonly is: (condition: Condition) => void
  readonly close: () => Promise<void>
}

/** A socket in each direction. */
interface Pair {
  readonly client: Socket
  readonly server: Socket
}

const connected = (port: number): Promise<Socket | undefined> =>
  new Promise((done) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => done(socket))
    socket.once("error", () => done(undefined))
  })

/** Opens a wire to the first of these ports that accepts. The next connection begins with the next port. */
export const open = async (ports: ReadonlyArray<number>): Promise<Wire> => {
  let condition: Condition = "carries"
  let turn = 0
  const pairs = new Set<Pair>()

  const apply = ({ client, server }: Pair): void => {
    if (condition === "refuses") {
      client.destroy()
      server.destroy()
      return
    }
    if (condition === "frozen") client.pause()
    else client.resume()
    if (condition === "carries") server.resume()
    else server.pause()
  }

  const dial = async (): Promise<Socket | undefined> => {
    const first = turn++
    for (let index = 0; index < ports.length; index++) {
      const port = ports[(first + index) % ports.length]
      const socket = port === undefined ? undefined : await connected(port)
      if (socket !== undefined) return socket
    }
    return undefined
  }

  const accept = async (client: Socket): Promise<void> => {
    client.on("error", () => {})
    if (condition === "refuses") {
      client.destroy()
      return
    }
    client.pause()
    const server = await dial()
    if (server === undefined || client.destroyed) {
      client.destroy()
      server?.destroy()
      return
    }
    const pair = { client, server }
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    client.on("data", (data) => void server.write(data))
    server.on("data", (data) => void client.write(data))
    server.on("error", () => {})
    client.on("close", end)
    server.on("close", end)
    apply(pair)
  }

  const listener: Server = createServer((client) => void accept(client))
  listener.listen(0, "127.0.0.1")
  await once(listener, "listening")
  const address = listener.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    is: (next) => {
      condition = next
      pairs.forEach(apply)
    },
    close: async () => {
      condition = "refuses"
      pairs.forEach(apply)
      listener.close()
      await once(listener, "close")
    }
  }
}
