// Scripts that load a file of the project by one of many spellings, each way of naming its folder within each way of loading.
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"

/** A hook that loads a file in the folder `lib` of the project, or another one. */
export interface Spelling {
  readonly command: string
  /** The files of the hook, by their names. */
  readonly files: Readonly<Record<string, string>>
  /** True for what people write: such an import is resolved, so that a narrow profile stays provable. */
  readonly isCommon?: boolean
}

/** Names of the folder `lib` in Python, by a script in `.x/hooks`. The first ones are common. */
const pythonFolders: ReadonlyArray<string> = [
  'str(Path(__file__).resolve().parents[2] / "lib")', 'str(Path(__file__).parent.parent.parent / "lib")', 'os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "lib")', 'os.environ["ROOT"] + "/lib"', 'os.path.join(os.environ.get("ROOT", "."), "lib")', 'os.path.join(os.getcwd(), "lib")', 'str(Path.cwd() / "lib")', 'os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", "lib"))', 'os.path.abspath("lib")', 'f"{os.getcwd()}/lib"', 'os.path.join(os.getenv("ROOT", os.getcwd()), "lib")', 'str((Path(__file__).parent / ".." / ".." / "lib").resolve())',
  '"lib"', '"./lib"', 'os.getcwd() + "/lib"', '"%s/lib" % os.getcwd()', '"{}/lib".format(os.getcwd())', 'os.sep.join([os.getcwd(), "lib"])', 'str(Path("lib").resolve())', 'Path(__file__).resolve().parents[2].joinpath("lib").as_posix()', '__file__.rsplit("/", 3)[0] + "/lib"', 'os.path.expandvars("$ROOT/lib")', 'subprocess.check_output(["pwd"]).decode().strip() + "/lib"', 'os.path.dirname(__file__).replace("/.x/hooks", "/lib")', 'os.path.normpath(__file__ + "/../../../lib")', 'next(str(p / "lib") for p in Path(__file__).parents if (p / "lib").is_dir())', 'os.environ.get("NONE") or os.environ["ROOT"] + "/lib"', '(os.environ["ROOT"] if True else "/none") + "/lib"', 'open("folder.txt").read().strip()', 'json.load(open("folder.json"))["at"]', 'os.path.join(*[os.getcwd(), "lib"])', 'str(Path(sys.argv[0]).resolve().parents[2] / "lib")', 'str(Path(sys.path[0]).parent.parent / "lib")', 'os.path.join(os.path.dirname(inspect.getfile(lambda: 0)), "../../lib")', 'Path.cwd().joinpath("l" + "ib").__str__()', '[os.getcwd() + "/lib"][0]', '"".join(["l", "i", "b"])', 'vars(os)["getcwd"]() + "/lib"', 'base64.b64decode("bGli").decode()', 'str(Path(__file__, "../../../lib").resolve())', 'os.path.join(os.environ["PWD"], "lib")', 'os.environ["HOME"].replace("/", "/") and os.getcwd() + "/lib"'
] // prettier-ignore

/** Ways of loading `helper.py` from the folder `@@` in Python. */
const pythonWays: ReadonlyArray<string> = [
  "sys.path.insert(0, @@)\nimport helper", "F = @@\nsys.path.insert(0, F)\nimport helper", "sys.path.append(@@)\nfrom helper import x", "sys.path.insert(0, @@); import helper", "F = @@\nif F not in sys.path:\n    sys.path.insert(0, F)\nimport helper", "for p in (@@, '/none'):\n    sys.path.insert(0, p)\nimport helper", "def root():\n    return @@\nsys.path.insert(0, root())\nimport helper", "sys.path.insert(0, @@)\nimportlib.import_module('helper')", "spec = importlib.util.spec_from_file_location('h', @@ + '/helper.py')\nm = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(m)", "sys.path.extend([@@])\nimport helper",
  "sys.path[:0] = [@@]\nimport helper", "sys.path += [@@]\nimport helper", "sys.path = [@@] + sys.path\nimport helper", "from sys import path\npath.insert(0, @@)\nimport helper", "from sys import path as q\nq.append(@@)\nimport helper", "import sys as s\ns.path.insert(0, @@)\nimport helper", "getattr(sys, 'path').insert(0, @@)\nimport helper", "setattr(sys, 'path', [@@] + sys.path)\nimport helper", "import site\nsite.addsitedir(@@)\nimport helper", "p = sys.path\np.insert(0, @@)\nimport helper", "y = sys\ny.path.insert(0, @@)\nimport helper", "def add(p):\n    sys.path.insert(0, p)\nadd(@@)\nimport helper", "[sys.path.insert(0, p) for p in [@@]]\nimport helper", "list(map(sys.path.append, [@@]))\nimport helper", "sys.path.insert(0, @@)\n__import__('hel' + 'per')", "sys.path.insert(0, @@)\nname = 'helper'\nimportlib.import_module(name)", "sys.path.insert(0, @@)\nim = importlib.import_module\nim('helper')", "from importlib import import_module as im\nsys.path.insert(0, @@)\nim('helper')", "exec(open(@@ + '/helper.py').read())", "exec(compile(open(@@ + '/helper.py').read(), 'x', 'exec'))", "eval(\"exec(open(\" + repr(@@ + '/helper.py') + \").read())\")", "import runpy\nrunpy.run_path(@@ + '/helper.py')", "import runpy\nsys.path.insert(0, @@)\nrunpy.run_module('helper')", "from runpy import run_path as go\ngo(@@ + '/helper.py')", "from importlib.machinery import SourceFileLoader\nSourceFileLoader('h', @@ + '/helper.py').load_module()", "from importlib.util import spec_from_file_location as at, module_from_spec as of\ns = at('h', @@ + '/helper.py')\ns.loader.exec_module(of(s))", "os.chdir(@@)\nsys.path.insert(0, '')\nimport helper", "os.chdir(@@)\nexec(open('helper.py').read())", "os.environ['PYTHONPATH'] = @@\nsubprocess.run([sys.executable, '-c', 'import helper'])", "subprocess.run([sys.executable, '-c', 'import helper'], env={**os.environ, 'PYTHONPATH': @@})", "subprocess.run([sys.executable, @@ + '/helper.py'])", "from subprocess import run\nrun([sys.executable, @@ + '/helper.py'])", "import subprocess as sp\nsp.call([sys.executable, @@ + '/helper.py'])", "subprocess.run([sys.executable, 'helper.py'], cwd=@@)", "os.system(sys.executable + ' ' + @@ + '/helper.py')", "from os import system as go\ngo(sys.executable + ' ' + @@ + '/helper.py')", "import pkgutil\nfor f, n, _ in pkgutil.iter_modules([@@]):\n    if n == 'helper': f.find_spec(n).loader.load_module(n)", "import zipimport, types\nm = types.ModuleType('lib')\nm.__path__ = [@@]\nsys.modules['lib2'] = m\nimport lib2.helper", "__path__ = [@@]\n__package__ = '__main__'\nfrom __main__ import helper", "import builtins\nbuiltins.exec(open(@@ + '/helper.py').read())", "import code\ncode.InteractiveInterpreter().runsource(open(@@ + '/helper.py').read(), 'x', 'exec')", "sys.meta_path.insert(0, importlib.machinery.PathFinder)\nimportlib.machinery.PathFinder.find_spec('helper', [@@]).loader.load_module('helper')", "import shlex, multiprocessing\nsys.path.insert(0, @@)\nglobals()['__builtins__'].__import__('helper')"
] // prettier-ignore

const pythonHead =
  "import base64, importlib, importlib.util, inspect, json, os, subprocess, sys\nfrom pathlib import Path\n"
const commonFolders = 12
const commonWays = 10

/** Names of the folder `lib` in JavaScript, by a script in `.x/hooks`. */
const nodeFolders: ReadonlyArray<string> = [
  'path.join(__dirname, "..", "..", "lib")', '__dirname + "/../../lib"', 'path.resolve(__dirname, "../../lib")', "`${__dirname}/../../lib`", 'process.cwd() + "/lib"', 'path.join(process.cwd(), "lib")', 'path.join(process.env.ROOT, "lib")', '`${process.env.ROOT}/lib`', 'path.join(process.env.ROOT || process.cwd(), "lib")', 'path.resolve("lib")',
  'path.join(process.env["ROOT"], "lib")', 'path.join(path.dirname(path.dirname(__dirname)), "lib")', 'path.dirname(__filename) + "/../../lib"', 'require("path").resolve("lib")', '[process.cwd(), "lib"].join("/")', '["..", "..", "lib"].reduce((a, b) => a + "/" + b, __dirname)', '__dirname.replace("/.x/hooks", "/lib")', 'fs.readFileSync("folder.txt", "utf8").trim()', 'JSON.parse(fs.readFileSync("folder.json", "utf8")).at', 'path.join(path.dirname(require.main.filename), "../../lib")', 'path.dirname(process.argv[1]) + "/../../lib"', 'require("url").fileURLToPath(new URL("../../lib", "file://" + __filename))', 'process.env.PWD + "/lib"', '(true ? process.cwd() : "/none") + "/lib"', 'process.cwd().concat("/lib")', '"/../../lib".replace(/^/, __dirname)', 'path.join(...[process.cwd(), "lib"])', 'module.path + "/../../lib"', 'path.posix.join(__dirname, "../../lib")', 'require("child_process").execSync("pwd").toString().trim() + "/lib"', 'process["cwd"]() + "/lib"', 'String(process.cwd()) + "/lib"', 'path.format({ dir: process.cwd(), base: "lib" })', 'fs.realpathSync("lib")', 'process.cwd() + "/l" + "ib"', 'Buffer.from("bGli", "base64").toString().replace(/^/, process.cwd() + "/")', 'global.process.cwd() + "/lib"', 'path.parse(__dirname).dir + "/../lib"'
] // prettier-ignore

/** Ways of loading `helper.js` from the folder `@@` in JavaScript. */
const nodeWays: ReadonlyArray<string> = [
  'require(@@ + "/helper.js")', 'const root = @@\nrequire(root + "/helper")', 'require(path.join(@@, "helper"))', "const F = @@\nrequire(`${F}/helper.js`)", 'import(@@ + "/helper.js")', 'const { createRequire } = require("module")\ncreateRequire(__filename)(@@ + "/helper.js")', 'const { x } = require(path.resolve(@@, "helper.js"))', "try { require(@@ + '/helper.js') } catch {}", 'const load = () => require(path.join(@@, "helper.js"))\nload()', 'module.require(@@ + "/helper.js")',
  'const r = require\nr(@@ + "/helper.js")', 'let r\nr = require\nr(@@ + "/helper.js")', '(0, require)(@@ + "/helper.js")', 'const { createRequire: c } = require("module")\nc(__filename)(@@ + "/helper.js")', 'const q = require("module").createRequire(@@ + "/x.js")\nq("./helper.js")', 'const load = (p) => require(p)\nload(@@ + "/helper.js")', '[@@ + "/helper.js"].forEach(require)', '[@@ + "/helper.js"].forEach((p) => require(p))', 'for (const p of [@@]) require(p + "/helper.js")', 'eval(fs.readFileSync(@@ + "/helper.js", "utf8"))', 'new Function("require", fs.readFileSync(@@ + "/helper.js", "utf8"))(require)', 'require("vm").runInThisContext("(function (require) {" + fs.readFileSync(@@ + "/helper.js", "utf8") + "})")(require)', 'require("vm").runInNewContext(fs.readFileSync(@@ + "/helper.js", "utf8"), { require })', 'require("child_process").fork(@@ + "/helper.js")', 'const { fork } = require("child_process")\nfork(@@ + "/helper.js")', 'new (require("worker_threads").Worker)(@@ + "/helper.js")', 'const { Worker } = require("worker_threads")\nnew Worker(@@ + "/helper.js")', 'require("child_process").execFileSync(process.execPath, [@@ + "/helper.js"])', 'require("child_process").spawnSync(process.execPath, ["helper.js"], { cwd: @@ })', 'require("module")._load(@@ + "/helper.js", module)', 'module.constructor._load(@@ + "/helper.js", module)', 'process.mainModule.require(@@ + "/helper.js")', 'require.main.require(@@ + "/helper.js")', 'module["require"](@@ + "/helper.js")', 'const { require: z } = module\nz(@@ + "/helper.js")', 'require.extensions[".js"](module, @@ + "/helper.js")', 'const M = require("module")\nnew M("x")._compile(fs.readFileSync(@@ + "/helper.js", "utf8"), "x")', 'process.env.NODE_OPTIONS = "--require " + @@ + "/helper.js"\nrequire("child_process").execFileSync(process.execPath, ["-e", "0"])', 'require("child_process").execFileSync(process.execPath, ["-e", "0"], { env: { ...process.env, NODE_OPTIONS: "--require " + @@ + "/helper.js" } })', 'process.chdir(@@)\nrequire(process.cwd() + "/helper.js")', 'process.chdir(@@)\nrequire(path.resolve("helper.js"))', 'const p = require.resolve(@@ + "/helper.js")\nrequire(p)', 'const o = { load: require }\no.load(@@ + "/helper.js")', 'const o = { require }\no.require(@@ + "/helper.js")', 'Reflect.apply(require, null, [@@ + "/helper.js"])', 'require.call(null, @@ + "/helper.js")', 'require.apply(null, [@@ + "/helper.js"])', 'require?.(@@ + "/helper.js")', 'globalThis.e = eval\ne(fs.readFileSync(@@ + "/helper.js", "utf8").replace("require", "process.mainModule.require"))', 'require("process").mainModule.require(@@ + "/helper.js")', 'Function("return import(" + JSON.stringify(@@ + "/helper.js") + ")")', 'const { exec: run } = require("child_process")\nrun(process.execPath + " " + @@ + "/helper.js")', 'var s = "/* ", t = @@ /* " */\nrequire(t + "/helper.js")', 'const y = 4 / 2, w = /["\'`]/\nrequire(@@ + "/helper.js")', "const u = `${require(@@ + '/helper.js')}`", 'require /* a */ (@@ + "/helper.js")', 'require\n(@@ + "/helper.js")', 'with ({ p: @@ }) require(p + "/helper.js")', 'const F = "/none"\nfunction f(F) { require(F + "/helper.js") }\nf(@@)', 'const F = "/none"\n{ const F = @@; require(F + "/helper.js") }', 'let F = "/none"\nF = @@\nrequire(F + "/helper.js")', 'let F = ""\nF += @@\nrequire(F + "/helper.js")', 'const [F] = [@@]\nrequire(F + "/helper.js")', 'const { F } = { F: @@ }\nrequire(F + "/helper.js")', 'const o = { f: @@ }\nrequire(o.f + "/helper.js")'
] // prettier-ignore

const nodeHead = 'const path = require("path"), fs = require("fs")\n'

/** Whole scripts of JavaScript that are modules. */
const modules: ReadonlyArray<string> = [
  'import "../../lib/helper.js"', 'import { x } from "../../lib/helper.js"', 'export * from "../../lib/helper.js"', 'await import("../../lib/helper.js")', 'await import(new URL("../../lib/helper.js", import.meta.url))', 'await import(new URL("../../lib/helper.js", import.meta.url).href)', 'import path from "node:path"\nawait import(path.join(import.meta.dirname, "../../lib/helper.js"))', 'import { fileURLToPath } from "node:url"\nimport { dirname, join } from "node:path"\nconst here = dirname(fileURLToPath(import.meta.url))\nawait import(join(here, "..", "..", "lib", "helper.js"))', 'import { createRequire } from "node:module"\nconst require = createRequire(import.meta.url)\nrequire("../../lib/helper.js")', 'import "#lib"', 'import { createRequire } from "node:module"\ncreateRequire(import.meta.url)("../../lib/helper.js")', 'await import(`${process.cwd()}/lib/helper.js`)',
  'import { createRequire as c } from "node:module"\nc(import.meta.url)("../../lib/helper.js")', 'import * as m from "node:module"\nm.createRequire(import.meta.url)("../../lib/helper.js")', 'import m from "node:module"\nconst q = m.createRequire(process.cwd() + "/lib/x.js")\nq("./helper.js")', 'import { createRequire } from "node:module"\nconst r = createRequire(import.meta.url)\nconst z = r\nz("../../lib/helper.js")', 'const r = process.cwd()\nawait import(`${r}/lib/helper.js`)', 'await import(import.meta.resolve("../../lib/helper.js"))', 'const f = (x) => import(x)\nawait f(process.cwd() + "/lib/helper.js")', 'import { register } from "node:module"\nimport("../../lib/helper.js")', 'import fs from "node:fs"\nawait import("data:text/javascript," + encodeURIComponent("import " + JSON.stringify(process.cwd() + "/lib/helper.js")))', 'import { Worker } from "node:worker_threads"\nnew Worker(new URL("../../lib/helper.js", import.meta.url))', 'import w from "node:worker_threads"\nnew w.Worker(process.cwd() + "/lib/helper.js")', 'import { fork } from "node:child_process"\nfork("lib/helper.js")', 'import cp from "node:child_process"\ncp.fork(process.cwd() + "/lib/helper.js")', 'import { spawnSync as s } from "node:child_process"\ns(process.execPath, [process.cwd() + "/lib/helper.js"])', 'import * as url from "node:url"\nawait import(url.pathToFileURL("lib/helper.js"))', 'import process from "node:process"\nprocess.getBuiltinModule("module").createRequire(import.meta.url)("../../lib/helper.js")'
] // prettier-ignore

/** Whole scripts of Perl. */
const perl: ReadonlyArray<string> = [
  'require "./lib/helper.pl";', 'do "./lib/helper.pl";', 'use lib "lib"; use Helper;', 'use lib qw(none lib); require Helper;', "BEGIN { unshift @INC, 'lib' } use Helper;", 'use FindBin; use lib "$FindBin::Bin/../../lib"; use Helper;', 'require "$ENV{ROOT}/lib/helper.pl";', 'my $f = "./lib/helper.pl"; require $f;', 'use File::Basename; require dirname(__FILE__) . "/../../lib/helper.pl";', 'use Cwd; require getcwd() . "/lib/helper.pl";', 'push @INC, "lib"; require Helper;', 'push @INC, "lib"; my $m = "Helper"; eval "require $m";', 'eval { require "./lib/helper.pl" };', 'open F, "lib/helper.pl"; local $/; eval <F>;', 'system($^X, "lib/helper.pl");', 'exec "$^X lib/helper.pl";', '`$^X lib/helper.pl`;', 'print qx($^X lib/helper.pl);', '$ENV{PERL5LIB} = "lib"; system($^X, "-e", "use Helper");', 'open(P, "$^X lib/helper.pl |"); my @x = <P>;', 'no strict; $INC[0] = "lib"; require Helper;', 'sub f { require shift } f("./lib/helper.pl");', 'use if 1, lib => "lib"; use if 1, Helper => ();', 'chdir "lib"; require "./helper.pl";', 'require q(./lib/helper.pl);', "s/^/require '.\\/lib\\/helper.pl'/ee for my $x = '';"
] // prettier-ignore

/** Whole commands, with the scripts that they run. `lib/helper.sh` and `tools/grep` are what is loaded. */
const shells: ReadonlyArray<readonly [command: string, script: string]> = [
  ['export PATH="$ROOT/tools:$PATH"; sh .x/hooks/s.sh', "grep x"], ['PATH="$ROOT/tools:$PATH" sh .x/hooks/s.sh', "grep x"], ["export PATH=$PWD/tools:$PATH; .x/hooks/s.sh", "echo x | grep x"], ['env PATH="$ROOT/tools:$PATH" bash .x/hooks/s.sh', "grep x"], ['PATH=tools:$PATH; export PATH; sh .x/hooks/s.sh', "sh .x/hooks/t.sh"], ['export PATH="$(pwd)/tools:$PATH"; . .x/hooks/s.sh', "grep x"], ["export L=$PWD/lib; sh .x/hooks/s.sh", '. "$L/helper.sh"'], ["L=lib sh .x/hooks/s.sh", '. "./$L/helper.sh"'], ['ROOT="$ROOT/lib" sh .x/hooks/s.sh', '. "$ROOT/helper.sh"'], ["cd lib && sh ../.x/hooks/s.sh", ". ./helper.sh"], ["cd lib; sh ../.x/hooks/s.sh", "sh helper.sh"], ["BASH_ENV=lib/helper.sh bash .x/hooks/s.sh", "true"], ["export BASH_ENV=lib/helper.sh; sh .x/hooks/s.sh", "bash -c :"], ["sh .x/hooks/s.sh", '. "$PWD/lib/helper.sh"'], ["sh .x/hooks/s.sh", '. "$(dirname "$0")/../../lib/helper.sh"'], ["sh .x/hooks/s.sh", '. "${0%/*}/../../lib/helper.sh"'], ["sh .x/hooks/s.sh", "for f in lib/*.sh; do . \"./$f\"; done"], ["sh .x/hooks/s.sh", 'export PATH="$ROOT/tools:$PATH"\nsh .x/hooks/t.sh'], ["sh .x/hooks/s.sh", "PATH=$PWD/tools:$PATH\ngrep x"], ["sh .x/hooks/s.sh lib/helper.sh", '. "./$1"'], ["sh .x/hooks/s.sh lib helper", 'sh "$1/$2.sh"'], ["PYTHONPATH=lib sh .x/hooks/s.sh", "python3 -c 'import helper'"], ["export PYTHONPATH=$ROOT/lib; sh .x/hooks/s.sh", "python3 .x/hooks/empty.py"], ["sh .x/hooks/s.sh", "export PYTHONPATH=$ROOT/lib\npython3 .x/hooks/empty.py"], ["NODE_PATH=lib sh .x/hooks/s.sh", "node -e 'require(\"helper\")'"], ["sh .x/hooks/s.sh", "node -r ./lib/helper.js -e 0"], ["export NODE_OPTIONS='--require ./lib/helper.js'; sh .x/hooks/s.sh", "node -e 0"], ["perl -Ilib .x/hooks/p.pl", ""], ["perl -I lib -MHelper -e 1", ""], ["perl -Ilib -mHelper -e 1", ""], ["PERL5LIB=lib perl .x/hooks/p.pl", ""], ["export PERL5LIB=lib; sh .x/hooks/s.sh", "perl -e 'use Helper'"], ["PERL5OPT='-Ilib -MHelper' perl -e 1", ""], ["perl -e 'require \"./lib/helper.pl\"'", ""], ["perl -e 'do \"./lib/helper.pl\"'", ""], ["perl -ne 'BEGIN { require \"./lib/helper.pl\" }' folder.txt", ""], ["gawk -i lib/helper.awk 'BEGIN { exit }'", ""], ["gawk '@include \"lib/helper.awk\"; BEGIN { exit }'", ""], ["AWKPATH=lib gawk -i helper 'BEGIN { exit }'", ""], ["gawk -f .x/hooks/i.awk", ""], ["sqlite3 < lib/helper.sql", ""], ["sqlite3 :memory: '.read lib/helper.sql'", ""], ["sqlite3 -init lib/helper.sql :memory: 'select 1'", ""], ["sh .x/hooks/s.sh", "sqlite3 :memory: '.read lib/helper.sql'"], ["jq -nr -L lib 'include \"helper\"; run' | sh", ""], ["sh .x/hooks/.GIT/run.sh", ""], ["sh .x/hooks/.git/run.sh", ""], ["sh .x/hooks/s.sh", "for f in \"${0%/*}\"/.git/*.sh; do . \"$f\"; done"], ["sh .x/hooks/s.sh", "for f in \"${0%/*}\"/.GIT/*.sh; do . \"$f\"; done"], ["node .x/hooks/.Git/run.cjs", ""], ["sh link.sh", ""], ["sh linked/s.sh", ""], ["sh far/link.sh", ""]
] // prettier-ignore

const helper = {
  py: 'import os\nwith open(os.environ["LOG"], "a") as log:\n    log.write("lib/helper.py\\n")\nx = 1\n',
  js: 'require("fs").appendFileSync(process.env.LOG, "lib/helper.js\\n")\n',
  sh: 'echo lib/helper.sh >> "$LOG"\n',
  perl: (name: string) => `open(my $log, ">>", $ENV{LOG}); print $log "${name}\\n"; close $log; 1;\n`
}

/** The files that spellings load, and some that they read. */
export const helpers: Readonly<Record<string, string>> = {
  "lib/helper.py": helper.py,
  "lib/helper.js": helper.js,
  "lib/helper.sh": helper.sh,
  "lib/helper.pl": helper.perl("lib/helper.pl"),
  "lib/Helper.pm": `package Helper;\n${helper.perl("lib/Helper.pm")}`,
  "lib/helper.awk": 'BEGIN { print "lib/helper.awk" >> ENVIRON["LOG"] }\n',
  "lib/helper.sql": '.shell echo lib/helper.sql >> "$LOG"\n',
  "lib/helper.jq": 'def run: "echo lib/helper.jq >> $LOG";\n',
  "tools/grep": '#!/bin/sh\necho tools/grep >> "$LOG"\n',
  ".x/hooks/.GIT/run.sh": 'echo .x/hooks/.GIT/run.sh >> "$LOG"\n',
  ".x/hooks/.git/run.sh": 'echo .x/hooks/.git/run.sh >> "$LOG"\n',
  ".x/hooks/.Git/run.cjs": 'require("fs").appendFileSync(process.env.LOG, ".x/hooks/.Git/run.cjs\\n")\n',
  ".x/hooks/t.sh": "grep x\n",
  ".x/hooks/p.pl": "use Helper;\n",
  ".x/hooks/i.awk": '@include "lib/helper.awk"\nBEGIN { exit }\n',
  ".x/hooks/empty.py": "import helper\n",
  "folder.txt": "lib\n",
  "folder.json": '{ "at": "lib" }',
  "package.json": '{ "imports": { "#lib": "./lib/helper.js" } }'
}

const pythonOf = (folder: number, way: number): Spelling => ({
  command: "python3 .x/hooks/s.py",
  files: {
    ".x/hooks/s.py": `${pythonHead}${(pythonWays[way] ?? "").replaceAll("@@", () => pythonFolders[folder] ?? "")}\n`
  },
  isCommon: folder < commonFolders && way < commonWays
})

const nodeOf = (folder: number, way: number): Spelling => ({
  command: "node .x/hooks/s.cjs",
  files: {
    ".x/hooks/s.cjs": `${nodeHead}${(nodeWays[way] ?? "").replaceAll("@@", () => nodeFolders[folder] ?? "")}\n`
  },
  isCommon: folder < 10 && way < 10
})

/** Returns every spelling of which each `stride`-th of a way within a folder is taken, and all that are whole. */
export const spellingsAt = (stride: number): ReadonlyArray<Spelling> => {
  const all: Array<Spelling> = []
  let count = 0
  for (let way = 0; way < pythonWays.length; way++)
    for (let folder = 0; folder < pythonFolders.length; folder++)
      if (count++ % stride === 0) all.push(pythonOf(folder, way))
  for (let way = 0; way < nodeWays.length; way++)
    for (let folder = 0; folder < nodeFolders.length; folder++)
      if (count++ % stride === 0) all.push(nodeOf(folder, way))
  for (const [at, text] of rowsOf([...modules.entries()], 2))
    all.push({ command: "node .x/hooks/s.mjs", files: { ".x/hooks/s.mjs": `${text}\n` }, isCommon: at < 12 })
  for (const text of rowsOf(perl, 2))
    all.push({ command: "perl .x/hooks/s.pl", files: { ".x/hooks/s.pl": `${text}\n` } })
  for (const [command, script] of rowsOf(shells, 2))
    all.push({ command, files: { ".x/hooks/s.sh": `#!/bin/sh\n${script}\n` } })
  return all
}
