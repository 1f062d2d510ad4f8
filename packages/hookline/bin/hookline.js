#!/usr/bin/env node
// The command of Hookline. This file is plain old JavaScript, since any Node may come upon it: it says in a sentence that
// one is too old, else it runs the bundle, or where there is none the sources.
"use strict"
var version = process.versions.node.split(".").map(Number)
if (version[0] < 22 || (version[0] === 22 && version[1] < 19)) {
  process.stderr.write("hookline: this is Node " + process.versions.node + ", and Hookline needs 22.19 or later.\n")
  process.exit(process.argv.indexOf("closed") >= 0 || process.argv.indexOf("--on-failure=closed") >= 0 ? 2 : 1)
}

var fs = require("fs")
var path = require("path")
var os = require("os")

var cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "hookline", "compiled")

/** One by one: asked for all at once, Node never ends below some folders of the system. */
function makeFolders(folder) {
  if (!fs.existsSync(path.dirname(folder))) makeFolders(path.dirname(folder))
  try {
    fs.mkdirSync(folder, 448)
  } catch (error) {
    if (!error || error.code !== "EEXIST") throw error
  }
}

/** What was compiled once need not be compiled again. Where that can't be kept, it is compiled each time. */
function keepCompiled() {
  try {
    makeFolders(cache)
    require("module").enableCompileCache(cache)
  } catch {
    // It is only slower.
  }
}

/** For what somebody waits for, again and again, more is kept. Each of them needs other functions of the same files. */
function keepMore() {
  var word = process.argv[2]
  if (word !== "dispatch" && word !== "run") return
  var Module = require("module")
  Module._extensions[".cjs"] = function (module, file) {
    // The first part often needs no other.
    if (file === bundle) return Module._extensions[".js"](module, file)
    require("./compiled.js").use(
      path.dirname(bundle),
      path.join(cache, [process.version, process.versions.v8, process.arch, word].join("-")),
      makeFolders
    )
    return Module._extensions[".cjs"](module, file)
  }
}

var bundle = path.join(__dirname, "../bundle/main.cjs")
var built = path.join(__dirname, "../dist/main.js")
var source = path.join(__dirname, "../src/main.ts")

/** A host takes exit code 2 for a denial. */
function failed(error) {
  process.stderr.write("hookline: it could not be started: " + (error && error.message) + "\n")
  process.exit(process.argv.indexOf("closed") >= 0 || process.argv.indexOf("--on-failure=closed") >= 0 ? 2 : 1)
}

if (fs.existsSync(bundle)) {
  keepCompiled()
  keepMore()
  try {
    require(bundle)
  } catch (error) {
    failed(error)
  }
} else if (fs.existsSync(built)) {
  keepCompiled()
  import(require("url").pathToFileURL(built).href).catch(failed)
} else {
  var args = ["--conditions=@hookline/source", source].concat(process.argv.slice(2))
  var ran = require("child_process").spawnSync(process.execPath, args, { stdio: "inherit" })
  process.exit(ran.status === null ? 2 : ran.status)
}
