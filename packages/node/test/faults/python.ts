// What a Python hook can suffer.
import type { FaultTest } from "@hookline/testing"

const script = (name: string, text: string, told: RegExp, more: FaultTest.Entry = {}): FaultTest.Fault => ({
  hook: { type: "python", script: name, ...more },
  files: { [`~/.claude/${name}`]: text },
  told
})

const call = (name: string, text: string, told: RegExp, more: FaultTest.Entry = {}): FaultTest.Fault => ({
  hook: { type: "python", function: `${name}.check`, ...more },
  files: { [`~/.claude/${name}.py`]: text },
  told
})

/** Python itself needs a while to start, on a busy machine more of it. */
const short = { timeout: 1 }

export const python: Readonly<Record<string, FaultTest.Fault>> = {
  "an exception": script("raises.py", 'raise ValueError("all wrong")', /exit code 1: .*ValueError: all wrong/s),
  "a mistake in its language": script("mistake.py", "def (", /exit code 1: .*SyntaxError/s),
  "a crash": script("crashes.py", "import os; os.kill(os.getpid(), 11)", /ended by SIGSEGV/),
  "a hang": script("hangs.py", "import time; time.sleep(60)", /did not answer within 1 s/, short),
  "broken JSON": script("garbage.py", `print('{"decision": }')`, /can't be understood/),
  "a script that is not there": {
    hook: { type: "python", script: "nowhere.py" },
    told: /nowhere\.py is not there/,
    stage: "execute"
  },
  "an exception in a function": call(
    "raising",
    'def check(event):\n    raise ValueError("all wrong")',
    /ValueError: all wrong/
  ),
  "a function that never returns": call(
    "hanging",
    "def check(event):\n    while True: pass",
    /did not answer within 1 s/,
    short
  ),
  "a function that ends its process": call(
    "ending",
    "import os\ndef check(event):\n    os._exit(0)",
    /it ended before the function returned/
  ),
  "a function that returns what is no reply": call(
    "listing",
    "def check(event):\n    return [1]",
    /it returned a list/
  ),
  "a module that is not there": {
    hook: { type: "python", function: "nowhere.check" },
    told: /there is no module nowhere/,
    stage: "execute"
  }
}

export const withoutPython: Readonly<Record<string, FaultTest.Fault>> = {
  "a Python that is not there": {
    ...script("guard.py", "print()", /no-such-python is not there, in no folder of PATH/),
    stage: "execute"
  }
}
