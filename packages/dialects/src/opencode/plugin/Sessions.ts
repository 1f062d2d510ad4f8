/** The sessions of opencode: a subagent has a session of its own, whose tools are those of the session that started it. */
import * as Client from "./Client.ts"
import { type Fields, textOf } from "./Settings.ts"

/** A session, as far as it is known. */
export interface Session {
  readonly id: string
  parent?: string
  /** The subagent's name. */
  agent?: string
  /** True if it was created here, and not resumed. */
  isNew?: true
  isStarted?: true
  /** True from a prompt to the end of its turn. */
  isInTurn?: boolean
  /** The text by which a hook sent the agent on, until it comes back as a prompt. */
  sentOn?: string
  /** True while the agent works because a hook sent it on. */
  isSentOn?: boolean
  /** The agent and the model of the last prompt. */
  prompted?: Fields
  userMessage?: string
  /** The last text of the agent. */
  answer?: string
}

export interface Sessions {
  /** Returns a session, and asks for its parent if it is seen for the first time. */
  readonly of: (id: string) => Promise<Session>
  /** Returns a session without asking. */
  readonly known: (id: string) => Session
  /** Returns the session of the user above a session. */
  readonly topOf: (session: Session) => Promise<Session>
  readonly started: () => ReadonlyArray<Session>
}

export const make = (client: unknown): Sessions => {
  const sessions = new Map<string, Session>()
  const asked = new Map<string, Promise<string | undefined>>()
  const known = (id: string): Session => {
    const session = sessions.get(id) ?? { id }
    sessions.set(id, session)
    return session
  }
  const of = async (id: string): Promise<Session> => {
    const session = known(id)
    if (session.parent !== undefined || session.isNew === true) return session
    const asking = asked.get(id) ?? Client.parentOf(client, id)
    asked.set(id, asking)
    const parent = textOf(await asking)
    if (parent !== undefined) session.parent = parent
    return session
  }
  const topOf = async (session: Session, depth = 0): Promise<Session> =>
    session.parent === undefined || depth > 20 ? session : topOf(await of(session.parent), depth + 1)
  return { of, known, topOf, started: () => [...sessions.values()].filter(({ isStarted }) => isStarted === true) }
}
