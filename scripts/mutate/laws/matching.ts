// Laws of catalogs and matching: which hooks are in force, and which of them run.
import type { Law } from "../Law.ts"
import { afterSpread, literal } from "./edits.ts"

export const matching: ReadonlyArray<Law> = [
  {
    id: "project-cannot-disable-all",
    law: "A project cannot disable the hooks of its user.",
    symbol: "tighten",
    edit: afterSpread("user", "...(project.enabled !== undefined && { enabled: project.enabled })")
  },
  {
    id: "project-cannot-loosen-policy",
    law: "A project cannot choose a weaker failure policy than its user.",
    symbol: "tighten",
    operator: "drop-right",
    mentions: ["isStricter"]
  },
  {
    id: "project-cannot-disable-user",
    law: "A project cannot disable a single hook of its user.",
    symbol: "decide",
    module: "Disabling",
    operator: "drop-left",
    mentions: ["isProjects", "means"]
  },
  {
    id: "project-modules-need-consent",
    law: "A project's modules run in this process only where the user allowed it.",
    symbol: "decide",
    module: "Disabling",
    operator: "flip-equality",
    mentions: ["allowProjectModules", "true"]
  },
  {
    id: "self-reference-hides-nothing",
    law: "A command that does more than dispatch is not skipped as a self-reference.",
    symbol: "is",
    module: "SelfReference",
    operator: "remove-guard",
    mentions: ["compound"]
  },
  {
    id: "slow-pattern-matches",
    law: "A hook whose pattern took too long to match runs.",
    symbol: "tryResidual",
    edit: literal("differs", '"stopped"')
  },
  {
    id: "unclear-rule-matches",
    law: "A condition that cannot be parsed does not keep its hook from running.",
    symbol: "speaksOf",
    module: "PermissionRule",
    operator: "remove-guard",
    mentions: ["Unclear"]
  },
  {
    id: "nested-command-matches",
    law: "A condition about a command does not exclude a command that may start another.",
    symbol: "judgeFind",
    operator: "drop-left",
    mentions: ["isExec"]
  },
  {
    id: "unread-command-matches",
    law: "A condition about a command does not exclude a text that is not understood.",
    symbol: "decide",
    module: "Judge",
    operator: "drop-right",
    mentions: ["orUnclear"]
  },
  {
    id: "aliased-key-is-guarded",
    law: "Of two keys with one meaning, the guard sees the one that the tool reads.",
    symbol: "exchange",
    module: "ToolTable",
    operator: "drop-right",
    mentions: ["hasOwn", "has"]
  },
  {
    id: "change-while-reading",
    law: "A file that changes while the catalog is read is read again.",
    symbol: "readNow",
    module: "WatchedCatalog",
    operator: "drop-right",
    mentions: ["changes", "before"]
  },
  {
    id: "sessions-belong-to-projects",
    law: "The state of a session does not reach a session of another project.",
    symbol: "idOf",
    module: "memory",
    operator: "drop-entry",
    mentions: ["project"]
  },
  {
    id: "skills-belong-to-sessions",
    law: "The hooks of a skill run only in the session that opened it.",
    symbol: "currentOf",
    module: "LiveSkills",
    operator: "drop-right",
    mentions: ["isSame", "session"]
  }
]
