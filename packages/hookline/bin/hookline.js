#!/usr/bin/env node
// The command of Hookline. This file is plain old JavaScript, since any Node may come upon it: it says in a sentence that
// one is too old, else it runs the bundle, or where there is none the sources.
"use strict"

/** Events that no failure denies: those that can't be denied, and the ends of work, which a denial would prolong. */
var neverDenied =
  "PermissionDenied PostToolUse PostToolUseFailure Stop SubagentStop SubagentStart StopFailure TeammateIdle TaskCompleted " +
  "MessageDisplay Notification SessionStart SessionEnd Setup PostCompact PostModelSwitch InstructionsLoaded CwdChanged " +
  "FileChanged DirectoryAdded"

/**
 * Returns the exit code of a call that was not answered. The words are not parsed, because some may be misspelt: all but
 * a plain `open` is strict, and so is the variable of the setting. `src/dispatch/unansweredExit.ts` says the same for the bundle.
 */
function unansweredExit(words) {
  if (words[0] !== "dispatch") return 1
  var isStrict = /^\s*(closed|ask)\s*$/i.test(process.env.HOOKLINE_FAILURE_POLICY || "")
  var event = ""
  words.forEach(function (word, index) {
    var flag = /^-+[\w-]*(fail|event)[\w-]*(?:=([^]*))?$/i.exec(word)
    var value = flag === null ? undefined : flag[2] === undefined ? words[index + 1] : flag[2]
    if (/^(closed|ask)$/i.test(word) || (flag !== null && /fail/i.test(flag[1]) && value !== "open")) isStrict = true
    if (flag !== null && /event/i.test(flag[1]) && value !== undefined) event = value
  })
  return isStrict && neverDenied.split(" ").indexOf(event) < 0 ? 2 : 1
}

var words = process.argv.slice(2)
var exitCode = unansweredExit(words)

var version = process.versions.node.split(".").map(Number)
if (version[0] < 22 || (version[0] === 22 && version[1] < 19)) {
  process.stderr.write("hookline: this is Node " + process.versions.node + ", and Hookline needs 22.19 or later.\n")
  process.exit(exitCode)
}

var fs = require("fs")
var path = require("path")
/**
 * Loads the bundle by its compiled code, which is kept beside it alone: where somebody else can write, or in a folder that
 * a variable names, it could be another program's. Node keeps what was compiled while a file was loaded, by a hash of its
 * text. A host waits for two words again and again, so that for them more is kept.
 */
function useCompiled() {
  var word = process.argv[2]
  var Module = require("module")
  if (word !== "dispatch" && word !== "run") {
    Module.enableCompileCache(path.join(path.dirname(bundle), "compiled", "other"))
    return
  }
  try {
    require("./compiled.js").use(path.dirname(bundle), word)
  } catch {
    // Parts are compiled by each process, which is only slower.
    return
  }
}

var bundle = path.join(__dirname, "../bundle/main.cjs")
var built = path.join(__dirname, "../dist/main.js")
var source = path.join(__dirname, "../src/main.ts")

/** A host takes exit code 2 for a denial. */
function failed(error) {
  process.stderr.write("hookline: it could not be started: " + (error && error.message) + "\n")
  process.exit(exitCode)
}

// A call of a host ends by an explicit exit once it is answered. Whatever else ends it is a failure: a part that is cut off
// does nothing, and a process without work ends with 0, which a host takes for a pass.
if (words[0] === "dispatch") {
  process.exitCode = exitCode
  process.on("uncaughtException", failed)
  process.on("beforeExit", function () {
    failed({ message: "its files are incomplete, and it ended without an answer; install it again" })
  })
}

if (fs.existsSync(bundle)) {
  useCompiled()
  try {
    require(bundle)
  } catch (error) {
    failed(error)
  }
} else if (fs.existsSync(built)) {
  import(require("url").pathToFileURL(built).href).catch(failed)
} else {
  var args = ["--conditions=@hookline/source", source].concat(process.argv.slice(2))
  var ran = require("child_process").spawnSync(process.execPath, args, { stdio: "inherit" })
  process.exit(ran.status === null || ran.status === 1 ? exitCode : ran.status)
}
