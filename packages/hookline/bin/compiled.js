// Keeps parts of the bundle as compiled code, with the functions that have run. Without it, all of them are compiled anew
// by each process.
//
// V8 checks compiled code by the version, the flags and the length of the text alone. So it is kept beside the bundle,
// where whoever can write could change the bundle as well, and never in a folder that a variable names. A file has the
// code twice and the text that it was compiled from, and each is compared byte by byte: the code of another text, of an
// edited bundle or of a damaged file is not used. A sum would do as well, but loading `crypto` takes longer than all of it.
"use strict"
var buffer = require("buffer")
var fs = require("fs")
var path = require("path")
var vm = require("vm")
var Module = require("module")

/**
 * Reads compiled code of a text. Returns undefined for a file that is not the bundle's owner's, or not whole. The code comes
 * first, because V8 copies code that does not begin at an even address.
 */
function read(file, bytes, owner) {
  try {
    var status = fs.lstatSync(file)
    if (!status.isFile() || status.uid !== owner || (status.mode & 18) !== 0) return undefined
    var all = fs.readFileSync(file)
    var length = (all.length - bytes.length - 1) / 2
    if (!(length >= 1) || length % 1 !== 0) return undefined
    var data = all.subarray(0, length)
    var isOfText = all.subarray(2 * length, all.length - 1).equals(bytes)
    if (!isOfText || !data.equals(all.subarray(length, 2 * length))) return undefined
    var last = all[all.length - 1]
    return last === 0 || last === 1 ? { data: data, isWhole: last === 1 } : undefined
  } catch {
    // It is absent or can't be read, so the text is compiled.
    return undefined
  }
}

/**
 * Writes compiled code. A process that is killed meanwhile leaves the file as it was. The last byte is 1 if a hook was run,
 * so that the next process finds all that it needs.
 */
function write(folder, file, bytes, data, isWhole) {
  var made = file + "." + process.pid
  try {
    fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 493 })
    fs.mkdirSync(folder, { recursive: true, mode: 493 })
    fs.writeFileSync(made, Buffer.concat([data, data, bytes, Buffer.from([isWhole ? 1 : 0])]), {
      flag: "wx",
      mode: 420
    })
    fs.renameSync(made, file)
  } catch {
    // The next process compiles again.
    remove(made)
  }
}

function remove(file) {
  try {
    fs.rmSync(file, { force: true, recursive: true })
  } catch {
    // It stays, and each process compiles.
  }
}

function wrapped(text, file, data) {
  var options = { filename: file, importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }
  if (data !== undefined) options.cachedData = data
  return new vm.Script("(function (exports, require, module, __filename, __dirname) { " + text + "\n})", options)
}

/** Evaluates a part. Modules create errors meanwhile, whose stacks are read by none and take long to collect. */
function evaluate(script, module, file) {
  var run = script.runInThisContext()
  var limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    run.call(module.exports, module.exports, module.require.bind(module), module, file, path.dirname(file))
  } finally {
    Error.stackTraceLimit = limit
  }
}

/** Loads the files of a folder by their compiled code, and keeps at the end of the process what was compiled. */
exports.use = function (bundle, word) {
  var folder = path.join(bundle, "compiled", [process.version, process.versions.v8, process.arch, word].join("-"))
  var owner = fs.statSync(bundle).uid
  var mayWrite = process.getuid === undefined || process.getuid() === owner
  var load = Module._extensions[".js"]
  var parts = []
  var hasRun = false

  /** Loads a part by its compiled code. Returns undefined where there is none, and null after a failure. */
  function loadKept(module, file, text, at, bytes) {
    var kept = read(at, bytes, owner)
    if (kept === undefined) return undefined
    try {
      var script = wrapped(text, file, kept.data)
      if (script.cachedDataRejected) return undefined
      evaluate(script, module, file)
      return { script: script, isWhole: kept.isWhole }
    } catch {
      // The text itself is loaded in its place, and throws again if it was to blame.
      remove(at)
      module.exports = {}
      return null
    }
  }

  Module._extensions[".cjs"] = function (module, file) {
    if (path.dirname(file) !== bundle) return load(module, file)
    var name = path.basename(file)
    // The part of that name in `scripts/bundle.ts` is loaded by the first hook.
    if (name.indexOf("runners-") === 0) hasRun = true
    var bytes = fs.readFileSync(file)
    // Nearly all of the bundle is, and then each character takes one byte of memory.
    var text = buffer.isAscii(bytes) ? bytes.latin1Slice() : bytes.toString("utf8")
    var at = path.join(folder, name)
    var part = { at: at, bytes: bytes, isKept: true, script: undefined }
    var kept = loadKept(module, file, text, at, bytes)
    if (kept === null) {
      // Within a process V8 gives the same code for the same text.
      evaluate(wrapped(text + "\n//", file), module, file)
    } else if (kept === undefined) {
      part.isKept = false
      part.script = wrapped(text, file)
      parts.push(part)
      evaluate(part.script, module, file)
    } else if (!kept.isWhole) {
      part.script = kept.script
      parts.push(part)
    }
  }

  if (!mayWrite) return
  process.on("exit", function () {
    parts.forEach(function (part) {
      if (hasRun || !part.isKept) write(folder, part.at, part.bytes, part.script.createCachedData(), hasRun)
    })
  })
}
