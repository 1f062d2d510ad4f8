/**
 * Events of a session and its surroundings: start and end, compaction, models, settings, files, folders.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { common, open, preset } from "./common.ts"

const trigger = preset(open(["manual", "auto"]), "auto")

const modelSwitch = {
  ...common,
  fromModel: Schema.String,
  toModel: Schema.String,
  requestedModel: Schema.optionalKey(Schema.String),
  contextTokens: Schema.optionalKey(Schema.Finite),
  promptCacheWarm: Schema.optionalKey(Schema.Boolean),
  cacheTtl: Schema.optionalKey(open(["5m", "1h"])),
  estimatedCacheWriteUsd: Schema.optionalKey(Schema.Finite),
  pricing: Schema.optionalKey(open(["configured", "catalog", "default"])),
  source: preset(open(["command", "picker", "sdk", "auto", "resume"]), "command")
} as const

export const sessionEvents = {
  SessionStart: {
    ...common,
    source: preset(open(["startup", "resume", "clear", "compact", "fork"]), "startup"),
    model: Schema.optionalKey(Schema.String),
    sessionTitle: Schema.optionalKey(Schema.String),
    secondsSinceLastResponse: Schema.optionalKey(Schema.Finite),
    contextTokens: Schema.optionalKey(Schema.Finite),
    promptCacheLikelyExpired: Schema.optionalKey(Schema.Boolean),
    estimatedCacheWriteUsd: Schema.optionalKey(Schema.Finite)
  },
  SessionEnd: { ...common, reason: preset(open(["clear", "resume", "logout", "prompt_input_exit", "other"]), "other") },
  Setup: { ...common, trigger: preset(open(["init", "maintenance"]), "init") },
  PreCompact: { ...common, trigger, customInstructions: Schema.optionalKey(Schema.String) },
  PostCompact: { ...common, trigger, compactSummary: Schema.optionalKey(Schema.String) },
  PreModelSwitch: modelSwitch,
  PostModelSwitch: modelSwitch,
  ConfigChange: {
    ...common,
    source: open(["user_settings", "project_settings", "local_settings", "policy_settings", "skills"]),
    filePath: Schema.optionalKey(Schema.String)
  },
  WorktreeCreate: { ...common, name: Schema.String },
  WorktreeRemove: { ...common, worktreePath: Schema.String },
  InstructionsLoaded: {
    ...common,
    filePath: Schema.String,
    memoryType: open(["User", "Project", "Local", "Managed"]),
    loadReason: open(["session_start", "nested_traversal", "path_glob_match", "include", "compact"]),
    globs: Schema.optionalKey(Schema.Array(Schema.String)),
    triggerFilePath: Schema.optionalKey(Schema.String),
    parentFilePath: Schema.optionalKey(Schema.String)
  },
  CwdChanged: { ...common, oldCwd: Schema.String, newCwd: Schema.String },
  FileChanged: { ...common, filePath: Schema.String, event: open(["change", "add", "unlink"]) },
  DirectoryAdded: { ...common, directory: Schema.String, source: open(["slash_command", "register_repo_root"]) }
} as const
