/**
 * The marks of a session: facts that hold until it ends, such as a hook that has run once. They share one namespace with
 * the marks of programs.
 *
 * @since 0.1.0
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * Schema for a mark.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SessionMark = Schema.TaggedUnion({
  /** A hook that runs once in a session has run. */
  Once: { hook: Schema.String },
  /** A turn has ended under this name of the host, which may report its end under another one, too. */
  TurnEnded: { name: Schema.String },
  /** The session was notified that another process holds the output of this hook. */
  OutputHeld: { hook: Schema.String },
  /** The agent, or one below it, was sent on so many times without an end of its own. */
  SentOn: { agent: Schema.String, times: Schema.Int.check(Schema.isGreaterThan(0)) },
  /** The session was notified that this hook could not run all of its own text. */
  IncompleteRun: { hook: Schema.String },
  /** The session was notified that this hook denied where no host reads it. */
  Misdirected: { hook: Schema.String },
  /** This hook moved itself to the background on an event that can be denied. */
  MovedAway: { hook: Schema.String },
  /** The session was notified of exactly these losses. */
  LossesReported: { losses: Schema.Array(Schema.String) },
  /** A host that may not show them was sent notices of exactly these losses. */
  LossesSent: { losses: Schema.Array(Schema.String) },
  /** The session has had the notices of its start, on a host that reports none. */
  StartReported: {},
  /** A host that may not show them was sent the notices of a start. */
  StartSent: {},
  /** The session was notified of these remarks on replies of this hook. */
  Remarked: { hook: Schema.String, remarks: Schema.Array(Schema.String) },
  /** The session was notified of exactly these untrusted hooks, with their states. */
  UntrustedReported: { hooks: Schema.Array(Schema.String) },
  /** A host that may not show it was sent a notice of exactly these hooks. */
  UntrustedSent: { hooks: Schema.Array(Schema.String) },
  /** The session was notified that this hook is left out, and why. */
  LeftOut: { hook: Schema.String, why: Schema.String },
  /** The session was asked about this hook, which nothing can confine. */
  UnconfinedAsked: { hook: Schema.String, why: Schema.String },
  /** The program of the session was notified that hooks were clamped. */
  ClampedReported: {},
  /** The session was notified that it happens outside of the project that was named. */
  ElsewhereReported: {},
  /** An approver has granted for always what has this hash. */
  Approved: { hash: Schema.String }
}).annotate({ identifier: "SessionMark" })

/** @since 0.1.0 */
export type SessionMark = typeof SessionMark.Type

/**
 * Schema for the scope of a mark: `shared` with all machines on which the session happens, or of this `machine` alone.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Scope = Schema.Literals(["shared", "machine"])

/** @since 0.1.0 */
export type Scope = typeof Scope.Type

/**
 * The scope of each mark.
 *
 * **Details**
 *
 * A mark is shared if another machine would do something again without it that has been done or granted for the session.
 * A mark about what this machine has reported, counted or observed stays there: elsewhere the user would miss a notice,
 * or an action would pass without its guard.
 *
 * @category models
 * @since 0.1.0
 */
export const scopes = {
  // The hook has done its work for the session, wherever that was.
  Once: "shared",
  // Names of one host process, which begins and ends each turn here.
  TurnEnded: "machine",
  // Notices: the user at another machine has not seen them.
  OutputHeld: "machine",
  IncompleteRun: "machine",
  Misdirected: "machine",
  MovedAway: "machine",
  LossesReported: "machine",
  LossesSent: "machine",
  StartReported: "machine",
  StartSent: "machine",
  Remarked: "machine",
  UntrustedReported: "machine",
  UntrustedSent: "machine",
  LeftOut: "machine",
  ClampedReported: "machine",
  ElsewhereReported: "machine",
  // The loop of one agent process. Another machine counts its own, up to the same limit.
  SentOn: "machine",
  // No grant, because the answer is unknown: a machine where this was not asked asks again.
  UnconfinedAsked: "machine",
  // A grant for always, which the approver gave to the session.
  Approved: "shared"
} as const satisfies Record<SessionMark["_tag"], Scope>

/** The word at the beginning of a mark's text. It is stored in files of sessions, and stays as it is. */
const words = {
  Once: "once ",
  TurnEnded: "stopped ",
  OutputHeld: "held ",
  SentOn: "sent on ",
  IncompleteRun: "incomplete ",
  Misdirected: "misdirected ",
  MovedAway: "moved ",
  LossesReported: "losses ",
  LossesSent: "sent losses ",
  StartReported: "start reported",
  StartSent: "start sent",
  Remarked: "remarked ",
  UntrustedReported: "untrusted ",
  UntrustedSent: "sent untrusted ",
  LeftOut: "left out ",
  UnconfinedAsked: "asked unconfined ",
  ClampedReported: "clamped reported",
  ElsewhereReported: "elsewhere reported",
  Approved: "approved "
} as const satisfies Record<SessionMark["_tag"], string>

const restOf = (mark: SessionMark): string => {
  switch (mark._tag) {
    case "Once":
    case "OutputHeld":
    case "IncompleteRun":
    case "Misdirected":
    case "MovedAway":
      return mark.hook
    case "TurnEnded":
      return mark.name
    case "SentOn":
      return `${mark.times} ${mark.agent}`
    case "LossesReported":
    case "LossesSent":
      return JSON.stringify(mark.losses)
    case "UntrustedReported":
    case "UntrustedSent":
      return JSON.stringify(mark.hooks)
    case "StartReported":
    case "StartSent":
      return ""
    case "LeftOut":
    case "UnconfinedAsked":
      return JSON.stringify([mark.hook, mark.why])
    case "Remarked":
      return JSON.stringify([mark.hook, ...mark.remarks])
    case "ClampedReported":
    case "ElsewhereReported":
      return ""
    case "Approved":
      return mark.hash
  }
}

/**
 * Encodes a mark to the text under which a session stores it.
 *
 * @example
 * ```ts
 * import * as SessionMark from "@hookline/schema/kit/SessionMark"
 *
 * const text = SessionMark.encode({ _tag: "Once", hook: "claude/Stop/summary" }) // => "once claude/Stop/summary"
 * ```
 *
 * @category encoding
 * @since 0.1.0
 */
export const encode = (mark: SessionMark): string => `${words[mark._tag]}${restOf(mark)}`

const textsIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.String)))

const { cases } = SessionMark

/** Decodes a mark that has a hook and a reason. */
const pairIn = (
  rest: string,
  { make }: { readonly make: (fields: { readonly hook: string; readonly why: string }) => SessionMark }
): Option.Option<SessionMark> =>
  Option.filter(
    Option.map(textsIn(rest), ([hook = "", why = ""]) => make({ hook, why })),
    (mark) => restOf(mark) === rest
  )

const decoders: { readonly [Tag in SessionMark["_tag"]]: (rest: string) => Option.Option<SessionMark> } = {
  Once: (hook) => Option.some(cases.Once.make({ hook })),
  TurnEnded: (name) => Option.some(cases.TurnEnded.make({ name })),
  OutputHeld: (hook) => Option.some(cases.OutputHeld.make({ hook })),
  SentOn: (rest) => {
    const [, times, agent = ""] = /^([1-9]\d*) ([^]*)$/.exec(rest) ?? []
    const mark = times === undefined ? undefined : cases.SentOn.make({ agent, times: Number(times) })
    return mark !== undefined && restOf(mark) === rest ? Option.some(mark) : Option.none()
  },
  IncompleteRun: (hook) => Option.some(cases.IncompleteRun.make({ hook })),
  Misdirected: (hook) => Option.some(cases.Misdirected.make({ hook })),
  MovedAway: (hook) => Option.some(cases.MovedAway.make({ hook })),
  LossesReported: (rest) =>
    Option.filter(
      Option.map(textsIn(rest), (losses) => cases.LossesReported.make({ losses })),
      (mark) => restOf(mark) === rest
    ),
  LossesSent: (rest) =>
    Option.filter(
      Option.map(textsIn(rest), (losses) => cases.LossesSent.make({ losses })),
      (mark) => restOf(mark) === rest
    ),
  StartReported: (rest) => (rest === "" ? Option.some(cases.StartReported.make({})) : Option.none()),
  StartSent: (rest) => (rest === "" ? Option.some(cases.StartSent.make({})) : Option.none()),
  Remarked: (rest) =>
    Option.filter(
      Option.map(textsIn(rest), ([hook = "", ...remarks]) => cases.Remarked.make({ hook, remarks })),
      (mark) => restOf(mark) === rest
    ),
  UntrustedReported: (rest) =>
    Option.filter(
      Option.map(textsIn(rest), (hooks) => cases.UntrustedReported.make({ hooks })),
      (mark) => restOf(mark) === rest
    ),
  UntrustedSent: (rest) =>
    Option.filter(
      Option.map(textsIn(rest), (hooks) => cases.UntrustedSent.make({ hooks })),
      (mark) => restOf(mark) === rest
    ),
  LeftOut: (rest) => pairIn(rest, cases.LeftOut),
  UnconfinedAsked: (rest) => pairIn(rest, cases.UnconfinedAsked),
  ClampedReported: (rest) => (rest === "" ? Option.some(cases.ClampedReported.make({})) : Option.none()),
  ElsewhereReported: (rest) => (rest === "" ? Option.some(cases.ElsewhereReported.make({})) : Option.none()),
  Approved: (hash) => Option.some(cases.Approved.make({ hash }))
}

const tags = Object.keys(words) as ReadonlyArray<SessionMark["_tag"]> // `satisfies` has checked its keys.

/**
 * Decodes the text of a mark. The mark of a program is `None`.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (text: string): Option.Option<SessionMark> => {
  const tag = tags.find((each) => text.startsWith(words[each]))
  return tag === undefined ? Option.none() : decoders[tag](text.slice(words[tag].length))
}

/**
 * Returns the scope of a mark by its text. The mark of a program is shared, because a program marks the session and not
 * the machine.
 *
 * @example
 * ```ts
 * import * as SessionMark from "@hookline/schema/kit/SessionMark"
 *
 * const [own, programs] = ["start reported", "reviewed"].map(SessionMark.scopeOf) // => ["machine", "shared"]
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const scopeOf = (text: string): Scope =>
  Option.match(decode(text), { onNone: () => "shared", onSome: ({ _tag }) => scopes[_tag] })
