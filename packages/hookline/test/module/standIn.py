# A small host like Amplifier: its registry of hooks, its coordinator and its loop, by the semantics of their sources. It loads
# the module that `attach` wrote, as its loader does, and reports what became of each event.
import asyncio
import importlib
import json
import os
import sys
import time
import types

ACTIONS = ("continue", "deny", "modify", "inject_context", "ask_user")


class HookResult:
    """Refuses values of wrong types, as the model in its place does."""

    TYPES = {
        "action": ("continue", lambda v: v in ACTIONS),
        "data": (None, lambda v: v is None or isinstance(v, dict)),
        "reason": (None, lambda v: v is None or isinstance(v, str)),
        "context_injection": (None, lambda v: v is None or isinstance(v, str)),
        "context_injection_role": ("system", lambda v: v in ("system", "user", "assistant")),
        "ephemeral": (False, lambda v: isinstance(v, bool)),
        "approval_prompt": (None, lambda v: v is None or isinstance(v, str)),
        "approval_options": (None, lambda v: v is None or isinstance(v, list)),
        "approval_timeout": (300.0, lambda v: isinstance(v, (int, float))),
        "approval_default": ("deny", lambda v: v in ("allow", "deny")),
        "suppress_output": (False, lambda v: isinstance(v, bool)),
        "user_message": (None, lambda v: v is None or isinstance(v, str)),
        "user_message_level": ("info", lambda v: v in ("info", "warning", "error")),
        "user_message_source": (None, lambda v: v is None or isinstance(v, str)),
        "append_to_last_tool_result": (False, lambda v: isinstance(v, bool)),
    }

    def __init__(self, **fields):
        for name, (default, fits) in self.TYPES.items():
            value = fields.pop(name, default)
            if not fits(value):
                raise ValueError("%s is %r" % (name, value))
            setattr(self, name, value)
        if fields:
            raise ValueError("unknown: %s" % sorted(fields))

    def model_dump(self):
        return {name: getattr(self, name) for name in self.TYPES}


class HookRegistry:
    def __init__(self):
        self.handlers = {}
        self.order = 0
        self.defaults = {}
        self.errors = []

    def register(self, event, handler, priority=0, name=None):
        if FAULT == "register" and name == "hookline-tool:post":
            raise RuntimeError("register is another function now")
        self.order += 1
        entry = (priority, self.order, handler, name)
        self.handlers.setdefault(event, []).append(entry)
        self.handlers[event].sort(key=lambda one: one[:2])

        def unregister():
            if entry in self.handlers[event]:
                self.handlers[event].remove(entry)

        return unregister

    def list_handlers(self):
        return {event: [name for _, _, _, name in entries] for event, entries in self.handlers.items() if entries}

    async def emit(self, event, data):
        entries = list(self.handlers.get(event, []))
        if not entries:
            return HookResult(data=data)
        current = {**self.defaults, **data, "timestamp": "2026-11-19T00:00:00.000+00:00"}
        asked, injected = None, []
        for _, _, handler, name in entries:
            try:
                # Each handler has a copy of its own, by JSON.
                result = await handler(event, json.loads(json.dumps(current, default=str)))
            except Exception as error:
                self.errors.append("%s: %s" % (name, error))
                continue
            if result is None:
                continue
            fields = result.model_dump() if hasattr(result, "model_dump") else result
            try:
                result = HookResult(**fields)
            except Exception:
                return HookResult(action="deny", reason="Hook handler returned invalid response")
            if result.action == "deny":
                return result
            if result.action == "modify" and result.data is not None:
                current = result.data
            elif result.action == "inject_context" and result.context_injection is not None:
                injected.append(result)
            elif result.action == "ask_user" and asked is None:
                asked = result
        if asked is not None:
            return asked
        if len(injected) == 1:
            return injected[0]
        if injected:
            first = injected[0]
            return HookResult(
                action="inject_context",
                context_injection="\n\n".join(one.context_injection for one in injected),
                context_injection_role=first.context_injection_role,
                ephemeral=first.ephemeral,
            )
        return HookResult(action="continue", data=current)


class Display:
    def __init__(self):
        self.shown = []

    def show_message(self, message, level, source):
        self.shown.append({"message": message, "level": level, "source": source})


class HangingDisplay(Display):
    async def show_message(self, message, level, source):
        super().show_message(message, level, source)
        await asyncio.Event().wait()


class Coordinator:
    def __init__(self, session_id, folder, orchestrator, display):
        self.hooks = HookRegistry()
        self.hooks.defaults = {"session_id": session_id, "parent_id": None}
        self.session_id = session_id
        self.config = {"session": {"orchestrator": {"module": orchestrator}}}
        self.display_system = display
        self.capabilities = {"session.working_dir": folder}
        self.messages = []
        self.asked = []
        self.answer = "Deny"

    def get_capability(self, name):
        return self.capabilities.get(name)

    async def process_hook_result(self, result, event, hook_name="unknown"):
        if result.action == "inject_context" and result.context_injection:
            self.messages.append({"role": result.context_injection_role, "content": result.context_injection})
        if result.action == "ask_user":
            self.asked.append({"prompt": result.approval_prompt, "options": result.approval_options})
            if self.answer.lower() in ("allow", "allow once", "allow always"):
                return HookResult()
            return HookResult(action="deny", reason="User denied: %s" % (result.approval_prompt or "")[:200])
        if result.user_message and self.display_system is not None:
            self.display_system.show_message(
                result.user_message, result.user_message_level, "hook:%s" % (result.user_message_source or hook_name)
            )
        return result


READ = ("tool:pre", "tool:post", "prompt:submit")


def load(folder):
    sys.path.insert(0, folder)
    before = set(sys.modules)
    module = importlib.import_module("amplifier_module_hooks_hookline")
    return module, sorted(set(sys.modules) - before)


async def play(story):
    module, imported = load(story["source"])
    config = story.get("config")
    # Its loader mounts each module once with a mock, to check it.
    mock = Coordinator("test-session", None, "test-orchestrator", Display())
    cleanup = await module.mount(mock, config or {})
    checked = {"handlers": len(mock.hooks.list_handlers()), "shown": mock.display_system.shown}
    await cleanup()
    shows = HangingDisplay if FAULT == "hanging display" else Display
    display = shows() if story.get("display", True) else None
    coordinator = Coordinator(story.get("session", "s1"), story["folder"], story.get("orchestrator", "other"), display)
    coordinator.answer = story.get("answer", "Deny")
    calls = []

    async def later(event, data):
        calls.append([event, data])

    cleanup = await module.mount(coordinator, config or {})
    handlers = {
        event: [[priority, name] for priority, _, _, name in entries]
        for event, entries in coordinator.hooks.handlers.items()
        if entries
    }
    for event in READ:
        coordinator.hooks.register(event, later, priority=30, name="later")
    results = []

    async def one(step):
        start = time.monotonic()
        if step["event"] == "test:set":
            os.environ.update(step["data"])
            return {"emitted": {}, "action": "set", "reason": None, "seconds": 0}
        if "cancelOnceThereIs" in step:
            task = asyncio.ensure_future(coordinator.hooks.emit(step["event"], step["data"]))
            while not (task.done() or os.path.exists(os.path.expanduser(step["cancelOnceThereIs"]))):
                await asyncio.sleep(0.02)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                return {"cancelled": True, "seconds": time.monotonic() - start}
        if step.get("ownLoop"):
            emitted = await asyncio.to_thread(lambda: asyncio.run(coordinator.hooks.emit(step["event"], step["data"])))
        else:
            emitted = await coordinator.hooks.emit(step["event"], step["data"])
        processed = emitted
        if step["event"] in READ:
            processed = await coordinator.process_hook_result(emitted, step["event"], step["data"].get("tool_name", "orchestrator"))
        return {
            "emitted": emitted.model_dump(),
            "action": processed.action,
            "reason": processed.reason,
            "seconds": time.monotonic() - start,
        }

    for step in story["steps"]:
        if isinstance(step, list):
            results.append(await asyncio.gather(*[one(each) for each in step]))
        else:
            results.append(await one(step))
    start = time.monotonic()
    before = [handler for _, _, handler, _ in coordinator.hooks.handlers.get("tool:pre", [])]
    await cleanup()
    for late in story.get("late", []):
        emitted = await before[0]("tool:pre", late)
        results.append({"emitted": emitted.model_dump(), "action": emitted.action, "reason": emitted.reason, "seconds": 0})
    left = coordinator.hooks.list_handlers()
    return {
        "imported": imported,
        "checked": checked,
        "handlers": handlers,
        "results": results,
        "later": calls,
        "shown": display.shown if display else [],
        "messages": coordinator.messages,
        "asked": coordinator.asked,
        "errors": coordinator.hooks.errors,
        "left": sorted(name for names in left.values() for name in names if name != "later"),
        "cleanupSeconds": time.monotonic() - start,
    }


story = json.load(sys.stdin)
FAULT = story.get("fault")
if FAULT != "no core":
    core = types.ModuleType("amplifier_core")
    models = types.ModuleType("amplifier_core.models")
    models.HookResult = HookResult if FAULT != "other result" else None
    core.models = models
    sys.modules["amplifier_core"] = core
    sys.modules["amplifier_core.models"] = models
print("\n" + json.dumps(asyncio.run(play(story))))
