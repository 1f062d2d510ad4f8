/** The flags of `hookline log`. */
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { text } from "../eventFlags.ts"
import { json, project, toggle } from "../flags.ts"

export const flags = {
  event: text("event", "NAME", "Only this event (default: all)"),
  hook: text("hook", "ID", "Only this hook, by its id or a part of it (default: all)"),
  verdict: Flag.Literals("verdict", ["pass", "allow", "ask", "defer", "deny"]).pipe(
    Flag.withDescription("Only events with this verdict; with --hook, where that hook returned it (default: all)"),
    Flag.optional
  ),
  kind: Flag.Literals("kind", ["event", "injection", "approval", "lost"]).pipe(
    Flag.withDescription(
      "Only events, texts for the model, questions to a person, or what could not be written (default: all)"
    ),
    Flag.optional
  ),
  session: text("session", "ID", "Only this session (default: all)"),
  since: text(
    "since",
    "TIME",
    "From this time on: 30m, 2h or 7d ago, 2026-11-18, 2026-11-18T14:30 (default: the first record)"
  ),
  until: text("until", "TIME", "Before this time (default: now)"),
  last: Flag.Int("last").pipe(
    Flag.withMetavar("COUNT"),
    Flag.withDescription("Only so many, the latest (default: all)"),
    Flag.optional
  ),
  text: toggle("text", "Show texts to their end, and what hooks printed"),
  follow: toggle("follow", "Go on, and show each record as it comes, with --json on a line of its own; until Ctrl-C"),
  stats: toggle("stats", "Show how each hook did: runs, denials, and its times as bars"),
  verify: toggle("verify", "Check that the log is what was written; exits with 1 where it is not"),
  head: text(
    "head",
    "FILE|-|JSON",
    "With --verify: heads that --heads printed, kept where no other user changes them (default: none)"
  ),
  heads: toggle("heads", "Print the heads of the log, to be kept elsewhere for --verify --head"),
  project,
  json
}

export type Flags = Command.Command.Config.Infer<typeof flags>
