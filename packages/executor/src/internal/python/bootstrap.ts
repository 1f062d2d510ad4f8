/**
 * The Python program that calls one function with the event, and writes the result as JSON. The function's name and the
 * folder of its module are arguments, never part of the text; without a folder it is the current one. The function's own
 * output goes to standard error, so that only the returned value is the answer.
 */
export const bootstrap = `
import sys
# The modules of the folder come first for the function alone: here "json" means Python's own.
sys.path[:] = [place for place in sys.path if place != ""]
import os, json, importlib, inspect, asyncio, dataclasses, traceback

answer = os.dup(1)
os.dup2(2, 1)

def reply(**fields):
    with os.fdopen(answer, "w", encoding="utf-8") as out:
        json.dump(fields, out)

def plain(value):
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    for name in ("model_dump", "to_dict"):
        if callable(getattr(value, name, None)):
            return getattr(value, name)()
    return value

async def awaited(value):
    return await value

def find(text):
    module, _, name = text.replace(":", ".").rpartition(".")
    if not module:
        return None, "a function is written as module.function"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        return None, "there is no module " + str(error.name)
    if not callable(getattr(found, name, None)):
        return None, "the module " + module + " has no function " + name
    return getattr(found, name), None

sys.path.insert(0, sys.argv[2] or os.getcwd())
try:
    function, missing = find(sys.argv[1])
    if missing is not None:
        reply(missing=missing)
    else:
        result = function(json.loads(sys.stdin.buffer.read().decode("utf-8")))
        if inspect.isawaitable(result):
            result = asyncio.run(awaited(result))
        result = plain(result)
        if result is not None and not isinstance(result, (dict, str)):
            raise TypeError("it returned a " + type(result).__name__ + ", which is neither a dict nor a text")
        json.dumps(result)
        reply(value=result)
except SystemExit as end:
    code = 0 if end.code is None else end.code if isinstance(end.code, int) else 1
    code = int(code)
    if isinstance(end.code, str):
        print(end.code, file=sys.stderr)
    reply(exit=code)
except BaseException as error:
    reply(error=type(error).__name__ + ": " + str(error), stack=traceback.format_exc())
`
