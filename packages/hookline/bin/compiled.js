// Keeps the parts of the bundle as they are compiled once they have run. What Node itself keeps is what it has compiled by
// the time a file is loaded, which is hardly any function; all others would be compiled anew each time.
//
// A part's name holds a hash of its text. V8 refuses what another version made, and ends the process on what was damaged:
// so the sum of what is kept stands in front of it. What can't be kept is compiled each time.
"use strict"
var fs = require("fs")
var path = require("path")
var Module = require("module")

/** The sum, and whether a hook was run: then all is there that the next one needs. */
var header = 5

/** Only its owner may have written it. */
function read(file) {
  try {
    var status = fs.lstatSync(file)
    var isOurs = process.getuid === undefined || status.uid === process.getuid()
    if (!status.isFile() || !isOurs || (status.mode & 18) !== 0) return undefined
    var all = fs.readFileSync(file)
    var data = all.subarray(header)
    if (all.length <= header || all.readUInt32LE(0) !== require("zlib").crc32(data)) return undefined
    return { data: data, isWhole: all[4] === 1 }
  } catch {
    return undefined
  }
}

/** A process that ends in the midst of it leaves what was there before. */
function write(file, data, isWhole) {
  var made = file + "." + process.pid
  var front = Buffer.alloc(header)
  front.writeUInt32LE(require("zlib").crc32(data), 0)
  front[4] = isWhole ? 1 : 0
  try {
    fs.writeFileSync(made, Buffer.concat([front, data]), { flag: "wx", mode: 384 })
    fs.renameSync(made, file)
  } catch {
    try {
      fs.unlinkSync(made)
    } catch {
      // It was never there.
    }
  }
}

/** Whether a process is there. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/**
 * Takes everything away that a process was using which is no more, and did not say that it had come to its end: it may be
 * what ended it, and would end the next one, too.
 */
function forgetSuspicious(folder) {
  var names = fs.readdirSync(folder)
  var isSuspicious = names.some(function (name) {
    return name.indexOf("using.") === 0 && !isAlive(Number(name.slice(6)))
  })
  if (!isSuspicious) return
  names.forEach(function (name) {
    fs.rmSync(path.join(folder, name), { force: true, recursive: true })
  })
}

/** Says that this process uses what is kept, until it ends. Where that can't be said, nothing kept is used. */
function beginUse(folder, makeFolders) {
  try {
    makeFolders(folder)
    forgetSuspicious(folder)
    var mark = path.join(folder, "using." + process.pid)
    fs.closeSync(fs.openSync(mark, "w", 384))
    return function () {
      fs.rmSync(mark, { force: true })
    }
  } catch {
    return undefined
  }
}

/** Loads what is in the folder of the bundle from what is kept in another; what is missing there is kept at the end. */
exports.use = function (bundle, folder, makeFolders) {
  var parts = []
  var endUse = beginUse(folder, makeFolders)
  if (endUse === undefined) {
    Module._extensions[".cjs"] = Module._extensions[".js"]
    return
  }
  var hasRun = false
  var load = Module._extensions[".js"]

  Module._extensions[".cjs"] = function (module, file) {
    var name = path.basename(file)
    if (path.dirname(file) !== bundle) return load(module, file)
    if (name.indexOf("dispatchExecutor-") === 0) hasRun = true
    var vm = require("vm")
    var text = fs.readFileSync(file, "utf8")
    var at = path.join(folder, name + "." + text.length)
    var kept = read(at)
    var options = { filename: file, importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }
    if (kept !== undefined) options.cachedData = kept.data
    var script = new vm.Script(
      "(function (exports, require, module, __filename, __dirname) { " + text + "\n})",
      options
    )
    var isKept = kept !== undefined && !script.cachedDataRejected
    if (!isKept || !kept.isWhole) parts.push({ at: at, isKept: isKept, script: script })
    var run = script.runInThisContext()
    run.call(module.exports, module.exports, module.require.bind(module), module, file, bundle)
  }

  process.on("exit", function () {
    endUse()
    var wanted = parts.filter(function (part) {
      return hasRun || !part.isKept
    })
    if (wanted.length === 0) return
    wanted.forEach(function (part) {
      write(part.at, part.script.createCachedData(), hasRun)
    })
  })
}
