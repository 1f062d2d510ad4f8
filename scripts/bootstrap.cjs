// Installs what is missing or out of date, so that `npm test` works right after `git clone`.
//
// This runs under whatever Node the machine has: keep it to plain old JavaScript. What npm starts after it finds
// node_modules/.bin first in PATH, and with it the Node 24 that one of the optional node-<os>-<cpu> packages brings.
// (They carry the program itself and need no install script, unlike the package `node`.)
"use strict"
const fs = require("fs")
const path = require("path")
const { spawnSync } = require("child_process")

const root = path.dirname(__dirname)
const windows = process.platform === "win32"
const lock = path.join(root, "package-lock.json")
// What npm writes last, at the end of each installation.
const installed = path.join(root, "node_modules", ".package-lock.json")

const changed = (file) => (fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0)
const has = (name) => fs.existsSync(path.join(root, "node_modules", ".bin", name + (windows ? ".cmd" : "")))
const say = (sentence) => console.error("bootstrap: " + sentence)

const npm = (...args) =>
  spawnSync("npm", args, {
    cwd: root,
    stdio: "inherit",
    shell: windows,
    // npm hands its options on to what it runs, and these two would make it install nothing, or next to nothing.
    env: { ...process.env, npm_config_dry_run: "", npm_config_workspace: "" }
  }).status === 0

function install() {
  if (has("vitest") && changed(installed) > 0) {
    if (changed(lock) <= changed(installed)) return true
    say("package-lock.json has changed since the last installation; installing what it says now.")
    return npm("install", "--no-save")
  }
  say("nothing is installed yet; running npm ci.")
  if (npm("ci")) return true
  say("npm ci has failed (see above); it refuses a lock that misses a package for some other platform,")
  say("which npm install does not, so that is tried next. `npm run lock` completes the lock.")
  return npm("install", "--no-save")
}

function nodeIsNewEnough() {
  const [major, minor] = process.versions.node.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

if (!install()) {
  say("the installation has failed, see above.")
  process.exit(1)
}
// An installation that changed nothing may leave this file as it was, and would be repeated every time.
if (changed(installed) < changed(lock)) fs.utimesSync(installed, new Date(), new Date())

if (!has("node") && !nodeIsNewEnough()) {
  say(
    "no package brings Node 24 for " + process.platform + "-" + process.arch + ", and this is Node " + process.version
  )
  say("which cannot run TypeScript. Install Node 24 (22.18 or later will do) and try again.")
  process.exit(1)
}
