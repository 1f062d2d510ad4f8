/** The text of the module, generated from the Python file of its folder by `npm run generate`. */
export const moduleText = `# The module that \`attach\` writes for Amplifier. Nothing is imported while it is loaded, because Amplifier goes on without a
# hook module that can't be loaded: each import is inside of what answers for its failure. HOOKLINE is above, by \`attach\`.
__amplifier_module_type__ = "hook"

# Events whose results are read. The core and its loops emit the others, and go on.
WITH_RESULTS = ("tool:pre", "tool:post", "prompt:submit")

# Loops that run a tool's input, and send a prompt, as they were before the hooks.
LOOPS_WITHOUT_CHANGES = ("loop-basic", "loop-streaming")

PRIORITY = 20
# Leaves the output of a process that ended this long to arrive. What it started may hold its pipes for ever.
DRAIN_SECONDS = 5
# Leaves a process this long to end by itself.
END_SECONDS = 2
# An event waits this long for a display that has not shown a text yet. The text is shown when the display gets to it.
SHOW_SECONDS = 2
# A process for all events writes a line this often while it answers one. One that has written lines, and then none for this
# many times, is held up by one event, and answers no other.
BEAT_SECONDS = 1
MOST_SILENT = 10
# A process for all events that ended this often in a row without an answer is not started again.
MOST_BREAKS = 2
POLICIES = ("open", "ask", "closed")
ACTIONS = ("continue", "deny", "modify", "inject_context", "ask_user")
FIELDS = (
    "action data reason context_injection context_injection_role ephemeral approval_prompt approval_options "
    "approval_timeout approval_default suppress_output user_message user_message_level user_message_source "
    "append_to_last_tool_result"
).split(" ")


class PlainResult:
    """Replaces a HookResult where Amplifier's own can't be imported. Its core reads \`model_dump\`."""

    def __init__(self, **fields):
        self.action = "continue"
        self.data = None
        self.reason = None
        self.context_injection = None
        self.context_injection_role = "system"
        self.ephemeral = False
        self.approval_prompt = None
        self.approval_options = None
        self.approval_timeout = 300.0
        self.approval_default = "deny"
        self.suppress_output = False
        self.user_message = None
        self.user_message_level = "info"
        self.user_message_source = None
        self.append_to_last_tool_result = False
        self.__dict__.update(fields)

    def model_dump(self, *_, **__):
        return dict(self.__dict__)

    def model_dump_json(self, *_, **__):
        import json

        return json.dumps(self.__dict__)


def result_of(**fields):
    """Makes a HookResult, of Amplifier's own class. A value that does not fit is an error of Hookline's answer."""
    try:
        from amplifier_core.models import HookResult
    except Exception:
        return PlainResult(**fields)
    return HookResult(**fields)


def strict_result_of(fields):
    """
    Makes a HookResult of an answer. One that Amplifier's own class refuses fails, unless it lets less happen than that: its core
    takes the fields as they are, and denies where it can't.
    """
    try:
        return result_of(**fields)
    except Exception:
        if fields["action"] in ("deny", "ask_user", "modify"):
            return PlainResult(**fields)
        raise Failed("its answer is no HookResult") from None


def words_of(error):
    return str(error) or type(error).__name__


def text_in(value):
    return value if isinstance(value, str) and value != "" else None


def keyed(key):
    return key if isinstance(key, str) else json_of(key) if isinstance(key, (int, float)) or key is None else str(key)


def plain(value):
    """Returns a value as JSON has it. A number that JSON lacks is a text, as is any other value that JSON lacks."""
    if isinstance(value, dict):
        return {keyed(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    return value


def json_of(value):
    import json

    try:
        return json.dumps(value, default=str, allow_nan=False)
    except (TypeError, ValueError):
        return json.dumps(plain(value), default=str)


def restored(own, given):
    """Returns a value that hooks were given and have answered. Numbers that they left are the own ones, digit for digit."""
    if isinstance(own, dict) and isinstance(given, dict):
        return {key: restored(own[key], value) if key in own else value for key, value in given.items()}
    if isinstance(own, list) and isinstance(given, list) and len(own) == len(given):
        return [restored(*pair) for pair in zip(own, given)]
    if is_number(own) and is_number(given):
        try:
            return own if float(own) == float(given) else given
        except OverflowError:
            return given
    return given


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_positive(value):
    return is_number(value) and 0 < value < float("inf")


class Settings:
    """The constants that \`attach\` wrote, with the module's \`config\` over them. A wrong value is a problem, and not taken."""

    def __init__(self, config):
        self.problems = []
        self.policy = HOOKLINE["policy"]
        self.command = list(HOOKLINE["command"])
        self.events = HOOKLINE["events"]
        self.timeout = None
        self.project = None
        self.audit = True
        self.include_own = False
        self.enabled = True
        if config is None:
            return
        if not isinstance(config, dict):
            self.problems.append("its config is no mapping")
            return
        checks = {
            "enabled": ("enabled", lambda value: isinstance(value, bool), "true or false"),
            "on_failure": ("policy", lambda value: value in POLICIES, "open, ask or closed"),
            "timeout": ("timeout", is_positive, "a positive number of seconds"),
            "project": ("project", text_in, "a folder"),
            "command": (
                "command",
                lambda value: isinstance(value, list) and len(value) > 0 and all(text_in(word) for word in value),
                "a list of words",
            ),
            "audit": ("audit", lambda value: isinstance(value, bool), "true or false"),
            "include_own": ("include_own", lambda value: isinstance(value, bool), "true or false"),
        }
        for key, value in config.items():
            known = checks.get(key)
            if known is None:
                self.problems.append("its config has the unknown key %s" % (key,))
                continue
            name, fits, meaning = known
            if isinstance(value, (str, int, float, bool, list)) and fits(value):
                setattr(self, name, value)
            else:
                self.problems.append("%s in its config is not %s" % (key, meaning))

    def limit(self, event):
        return self.timeout if self.timeout is not None else self.events[event]["limit"]

    def words(self, own):
        """Returns the words of a process. The words of its own are those for one event, or for many."""
        words = [*self.command, "dispatch", "--host", "amplifier", *own]
        if self.policy != "open":
            words += ["--on-failure", self.policy]
        if self.project is not None:
            words += ["--project", self.project]
        if not self.audit:
            words.append("--no-audit")
        if self.include_own:
            words.append("--include-own")
        return words


class Failed(Exception):
    """Hookline gave no answer."""


class Unanswered(Exception):
    """The process for all events gave no answer, so that the event gets a process of its own."""


def end_group(process, signal_number):
    import os

    try:
        os.killpg(process.pid, signal_number)
    except (OSError, AttributeError):
        try:
            process.send_signal(signal_number)
        except (OSError, ProcessLookupError):
            pass


def processes_below(pid):
    """Returns the processes that a process has started, and those that they have. Other systems than Linux do not show them."""
    import os

    below = {}
    try:
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as stat:
                    parent = int(stat.read().rpartition(")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                # It has ended.
                continue
            below.setdefault(parent, []).append(int(name))
    except OSError:
        return []
    found = list(below.get(pid, []))
    for one in found:
        found += below.get(one, [])
    return found


class Pipe:
    """
    One process of Hookline that answers the events of a session, each in a line. It decides nothing: an event for which it has
    no answer gets a process of its own. An event that it began may then run its hooks twice, because each must run.
    """

    def __init__(self, surroundings):
        self.surroundings = surroundings
        self.process = None
        self.started = None
        self.readers = []
        self.waiting = {}
        self.last = 0
        self.is_open = True
        self.is_hung = False
        self.has_answered = False
        # Lines of this process, by which a held up one is known.
        self.received = 0
        self.beats = 0

    async def start(self, words, folder, show):
        import asyncio

        try:
            self.process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=folder,
                start_new_session=True,
            )
        except BaseException:
            self.is_open = False
            raise
        self.readers = [
            asyncio.ensure_future(self.lines(self.process.stdout, lambda line: self.take(line, show))),
            asyncio.ensure_future(self.lines(self.process.stderr, lambda line: self.complain(line, show))),
        ]
        self.readers[0].add_done_callback(lambda _: self.give_up())

    async def lines(self, stream, take):
        parts = []
        while True:
            part = await stream.read(65536)
            if part == b"":
                return
            *ends, rest = part.split(b"\\n")
            for end in ends:
                take(b"".join([*parts, end]))
                parts = []
            parts.append(rest)

    def take(self, line, show):
        import json

        self.received += 1
        try:
            answer = json.loads(line)
        except ValueError:
            # A hook in that process writes there, too.
            return
        if not isinstance(answer, dict):
            return
        if answer.get("beat") is True:
            self.beats += 1
        if text_in(answer.get("notices")) is not None:
            for notice in answer["notices"].strip().split("\\n"):
                show(notice)
        number = answer.get("id")
        waiting = self.waiting.get(number) if isinstance(number, int) else None
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def complain(self, line, show):
        # What keeps it from starting is reported by the processes that answer in its place.
        if self.has_answered and line.strip() != b"":
            show(line.decode("utf-8", "replace"))

    def give_up(self):
        """Leaves the events that wait for an answer to processes of their own."""
        self.is_open = False
        for waiting in self.waiting.values():
            if not waiting.done():
                waiting.set_exception(Unanswered())

    def write(self, request):
        import json

        try:
            self.process.stdin.write(json.dumps(request).encode("utf-8", "replace") + b"\\n")
        except (OSError, RuntimeError, AttributeError):
            raise Unanswered from None

    async def answer(self, waiting, limit):
        """Waits for an answer. Raises Unanswered where another event holds the process up, as long as there is time."""
        import asyncio

        silent = 0
        while True:
            before = self.received
            await asyncio.wait([waiting], timeout=BEAT_SECONDS)
            if waiting.done():
                return waiting.result()
            # Counts what this loop has seen, because a loop that was held up itself has read nothing.
            silent = silent + 1 if self.received == before and self.beats > 0 else 0
            if silent * BEAT_SECONDS >= min(MOST_SILENT, max(2, limit / 3)):
                self.is_hung = True
                self.give_up()

    async def ask(self, request):
        """Returns the exit code and the output for an event."""
        import asyncio

        await asyncio.shield(self.started)
        if not self.is_open:
            raise Unanswered
        self.last += 1
        number = self.last
        waiting = asyncio.get_running_loop().create_future()
        self.waiting[number] = waiting
        try:
            self.write({"id": number, **request})
            answer = await self.answer(waiting, request["limit"])
        except asyncio.CancelledError:
            self.cancel(number)
            raise
        finally:
            self.waiting.pop(number, None)
        if len(answer) == 1:
            # It needs a process of its own.
            raise Unanswered
        code, output, errors = answer.get("exit"), answer.get("stdout"), answer.get("stderr")
        if not isinstance(code, int) or not isinstance(output, str) or not isinstance(errors, str):
            self.give_up()
            raise Unanswered
        self.has_answered = True
        return code, output, errors

    def cancel(self, number):
        try:
            self.write({"id": number, "cancel": True})
        except Unanswered:
            pass

    def finish(self):
        """Closes the input of the process, so that it ends after its last answer."""
        self.is_open = False
        try:
            self.process.stdin.close()
        except (OSError, RuntimeError, AttributeError):
            pass


class Module:
    def __init__(self, coordinator, settings):
        self.coordinator = coordinator
        self.settings = settings
        self.unregister = []
        self.processes = set()
        self.tasks = set()
        self.shows = set()
        self.shown = set()
        self.session = None
        self.is_over = False
        self.is_cleaned_up = False
        self.pipe = None
        self.breaks = 0

    # What is shown to the user.

    async def show(self, message, level="warning", source=None):
        """Shows a text to the user, and returns whether there is a place for it. No event waits long for a display."""
        import asyncio
        import inspect

        display = getattr(self.coordinator, "display_system", None)
        if display is not None:
            try:
                shown = display.show_message(message, level, source or "hookline")
                if inspect.isawaitable(shown):
                    task = asyncio.ensure_future(shown)
                    self.shows.add(task)
                    task.add_done_callback(self.shows.discard)
                    await asyncio.wait([task], timeout=SHOW_SECONDS)
                    if task.done():
                        task.result()
                return True
            except Exception:
                # A display that fails is as good as none.
                pass
        import logging

        logging.getLogger("hookline").warning("%s", message)
        return False

    async def show_once(self, message):
        if message in self.shown:
            return
        self.shown.add(message)
        await self.show(message)

    def show_later(self, message):
        self.later(self.show_once(message))

    # The process.

    def folder(self):
        try:
            return text_in(self.coordinator.get_capability("session.working_dir"))
        except Exception:
            # A coordinator without that capability has the folder of its process.
            return None

    async def end(self, process):
        import asyncio
        import os
        import signal

        end_group(process, signal.SIGTERM)
        below = []
        try:
            await asyncio.wait_for(process.wait(), END_SECONDS)
        except asyncio.TimeoutError:
            # Hooks are groups of their own, which only Hookline would end.
            below = processes_below(process.pid)
        # What it started may live on.
        end_group(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        for pid in below:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                # It has ended with its parent.
                pass
        self.processes.discard(process)

    def later(self, work):
        import asyncio

        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def end_later(self, process):
        self.later(self.end(process))

    def surroundings(self):
        """Returns all that a process has from its start."""
        import asyncio
        import os

        return asyncio.get_running_loop(), self.folder() or os.getcwd(), dict(os.environ)

    def piped(self):
        """Returns the process for all events. The first event starts it, and another folder or variable another one."""
        import asyncio

        if self.is_cleaned_up:
            # Nothing would end it any more.
            raise Unanswered
        here = self.surroundings()
        if self.pipe is not None and not (self.pipe.is_open and self.pipe.surroundings == here):
            self.close_later(self.pipe)
            self.pipe = None
        if self.pipe is None:
            if self.breaks >= MOST_BREAKS:
                raise Unanswered
            self.breaks += 1
            self.pipe = Pipe(here)
            self.pipe.started = asyncio.ensure_future(
                self.pipe.start(self.settings.words(["--pipe"]), here[1], self.show_later)
            )
        return self.pipe

    async def close(self, pipe):
        """Ends the process for all events: by itself, if it does so in time."""
        import asyncio

        if pipe.surroundings[0] is not asyncio.get_running_loop():
            # What belongs to another loop, which may have ended, can't be waited for.
            return await self.end_unseen(pipe)
        await asyncio.wait([pipe.started], timeout=END_SECONDS)
        pipe.finish()
        if pipe.process is not None:
            try:
                await asyncio.wait_for(pipe.process.wait(), END_SECONDS)
            except asyncio.TimeoutError:
                await self.end(pipe.process)
        for reader in pipe.readers:
            reader.cancel()

    async def end_unseen(self, pipe):
        import asyncio
        import signal

        pipe.finish()
        if pipe.process is None or pipe.process.returncode is not None:
            return
        end_group(pipe.process, signal.SIGTERM)
        await asyncio.sleep(END_SECONDS)
        end_group(pipe.process, getattr(signal, "SIGKILL", signal.SIGTERM))

    def close_later(self, pipe):
        self.later(self.close(pipe))

    async def ask_pipe(self, event, payload):
        """Returns the answer of the process for all events within the event's limit, or raises Unanswered."""
        import asyncio

        try:
            pipe = self.piped()
        except Exception:
            raise Unanswered from None
        limit = self.settings.limit(event)
        request = {
            "event": self.settings.events[event]["name"],
            "limit": limit,
            "cwd": pipe.surroundings[1],
            "text": payload.decode("utf-8"),
        }
        try:
            answer = await asyncio.wait_for(pipe.ask(request), limit)
        except asyncio.TimeoutError:
            # It may hang as a whole.
            pipe.give_up()
            if pipe.process is not None:
                self.end_later(pipe.process)
            raise Failed("no answer within %g s" % limit) from None
        except Exception:
            # Whatever is wrong with it, a process of its own is not.
            if pipe.is_hung and pipe.process is not None:
                self.end_later(pipe.process)
            raise Unanswered from None
        self.breaks = 0
        return answer

    async def run(self, event, payload):
        """Asks Hookline within the event's limit, and returns its exit code and its output."""
        import time

        end = time.monotonic() + self.settings.limit(event)
        try:
            return await self.ask_pipe(event, payload)
        except Unanswered:
            return await self.run_process(event, payload, end - time.monotonic())

    async def run_process(self, event, payload, limit):
        """Runs \`dispatch\` for one event, and returns its exit code and its output."""
        import asyncio

        if limit <= 0:
            raise Failed("no answer within %g s" % self.settings.limit(event))
        process = await asyncio.create_subprocess_exec(
            *self.settings.words(["--event", self.settings.events[event]["name"], "--limit", "%g" % limit]),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=self.folder(),
            start_new_session=True,
        )
        self.processes.add(process)
        output, errors = [], []

        async def read(stream, into):
            while True:
                part = await stream.read(65536)
                if part == b"":
                    return
                into.append(part)

        async def feed():
            try:
                process.stdin.write(payload)
                await process.stdin.drain()
                process.stdin.close()
            except (OSError, RuntimeError):
                # A process that ends at once reads no payload; its exit code reports that.
                pass

        readers = [asyncio.ensure_future(read(process.stdout, output)), asyncio.ensure_future(read(process.stderr, errors))]
        feeding = asyncio.ensure_future(feed())
        try:
            await asyncio.wait_for(process.wait(), limit)
            await asyncio.wait(readers, timeout=DRAIN_SECONDS)
            self.processes.discard(process)
        except asyncio.TimeoutError:
            raise Failed("no answer within %g s" % self.settings.limit(event)) from None
        finally:
            for task in (*readers, feeding):
                task.cancel()
            if process in self.processes:
                self.end_later(process)
        return process.returncode, b"".join(output).decode("utf-8", "replace"), b"".join(errors).decode("utf-8", "replace")

    # The answer.

    def failed(self, event, data, why):
        """Returns what the failure policy means, where Hookline could not answer, with the text for the user."""
        policy = self.settings.policy
        if policy != "open" and self.settings.events[event]["deny"]:
            if policy == "ask" and event in ("tool:pre", "prompt:submit"):
                about = data.get("tool_name") or "this prompt"
                given = json_of(data.get("tool_input", data.get("prompt")))
                return result_of(
                    action="ask_user",
                    reason="Hookline could not be run (%s)." % why,
                    approval_prompt="Hookline could not be run (%s), so that no hook judged this. Go on?\\n\\n%s %s"
                    % (why, about, given[:4096]),
                    approval_options=["Allow once", "Deny"],
                    approval_default="deny",
                ), None
            text = "Hookline could not be run (%s), and its failure policy denies: see hookline doctor." % why
            return result_of(action="deny", reason=text, user_message=text, user_message_level="error"), None
        return result_of(), "Hookline could not be run (%s), so that no hook runs: see hookline doctor." % why

    def read(self, event, data, code, output, errors):
        import json

        if code == 0:
            try:
                answer = json.loads(output)
            except ValueError:
                raise Failed("its answer could not be read") from None
            if not isinstance(answer, dict) or answer.get("action") not in ACTIONS:
                raise Failed("its answer could not be read")
            if answer["action"] == "modify" and not isinstance(answer.get("data"), dict):
                raise Failed("its answer could not be read")
            fields = {key: value for key, value in answer.items() if key in FIELDS and value is not None}
            if answer["action"] == "modify":
                fields["data"] = restored(data, answer["data"])
            return strict_result_of(fields)
        if code == 2 and self.settings.events[event]["deny"]:
            reason = errors.strip() or "A hook denied this without a reason."
            return strict_result_of(
                {"action": "deny", "reason": reason, "user_message": reason, "user_message_level": "warning"}
            )
        first = errors.strip().split("\\n")[0]
        ended = "it ended with %s" % code if code >= 0 else "it was ended by signal %s" % -code
        raise Failed(ended + (": " + first if first else ""))

    def ignores(self, event):
        """Returns the parts of an answer that are ignored on this event, so that Hookline reports them elsewhere."""
        if event not in WITH_RESULTS:
            return ["verdict", "context", "change"]
        if event == "tool:post":
            return []
        try:
            loop = self.coordinator.config.get("session", {}).get("orchestrator")
            name = loop.get("module") if isinstance(loop, dict) else loop
        except Exception:
            name = None
        return ["change"] if name in LOOPS_WITHOUT_CHANGES else []

    def payload(self, event, data):
        fields = dict(data)
        if text_in(fields.get("session_id")) is None and text_in(getattr(self.coordinator, "session_id", None)):
            fields["session_id"] = self.coordinator.session_id
        self.session = text_in(fields.get("session_id")) or self.session
        ignored = self.ignores(event)
        payload = {"event": event, "data": fields, **({"ignores": ignored} if ignored else {})}
        return json_of(payload).encode("utf-8", "replace")

    async def ask(self, event, data):
        """Asks Hookline about an event. Amplifier goes on where a handler fails, so that this one does not."""
        try:
            code, output, errors = await self.run(event, self.payload(event, data))
            result = self.read(event, data, code, output, errors)
            message = getattr(result, "user_message", None) or ""
            for line in errors.strip().split("\\n") if code == 0 else []:
                if line and line.removeprefix("hookline: ") not in message:
                    await self.show_once(line)
        except Exception as error:
            result, message = self.failed(event, data, words_of(error))
            if message is not None:
                await self.show_once(message)
            return result
        # Its core shows the message of a denial, and of a text for the model unless there are two, and on events whose
        # results are read.
        message = text_in(getattr(result, "user_message", None))
        if message is not None and not (result.action == "deny" and event in WITH_RESULTS):
            source = text_in(getattr(result, "user_message_source", None))
            if await self.show(message, getattr(result, "user_message_level", "info"), source):
                result.user_message = None
        return result

    async def handle(self, event, data):
        if event == "session:end":
            self.is_over = True
        try:
            return await self.ask(event, data if isinstance(data, dict) else {})
        except Exception as error:
            # What answers for failures failed itself: a class of Amplifier's became another, or a display.
            if self.settings.policy != "open" and self.settings.events[event]["deny"]:
                return PlainResult(action="deny", reason="Hookline failed (%s), and its failure policy denies." % words_of(error))
            return None

    async def cleanup(self):
        """Unregisters, reports the end of the session if Amplifier did not, and ends what still runs."""
        unregister, self.unregister = self.unregister, []
        for one in unregister:
            try:
                one()
            except Exception:
                # A handler that is gone is what was wanted.
                pass
        # Its core reports the end of a session after its modules are gone.
        if self.session is not None and not self.is_over and "session:end" in self.settings.events:
            await self.handle("session:end", {"session_id": self.session})
        self.is_cleaned_up = True
        for process in list(self.processes):
            self.end_later(process)
        if self.pipe is not None:
            self.close_later(self.pipe)
            self.pipe = None
        if self.tasks:
            import asyncio

            await asyncio.wait(list(self.tasks), timeout=2 * END_SECONDS + 1)


def deny_all(coordinator, policy, why):
    """Answers for a module that could not be made: the failure policy holds for the events that can be denied."""
    text = "Hookline's module failed while it was mounted (%s)" % why
    unregister = []

    async def handler(event, data):
        if policy != "open":
            return result_of(action="deny", reason=text + ", and its failure policy denies: see hookline doctor.")
        return None

    for event, facts in HOOKLINE["events"].items():
        if facts["deny"]:
            unregister.append(coordinator.hooks.register(event, handler, priority=PRIORITY, name="hookline-failed-" + event))

    async def cleanup():
        for one in unregister:
            one()

    return text, cleanup


async def mount(coordinator, config=None):
    """Registers a handler for each event. Amplifier mounts each module once more to check it, so that nothing is started."""
    settings = None
    module = None
    try:
        settings = Settings(config)
        module = Module(coordinator, settings)
        for problem in settings.problems:
            await module.show("Hookline's module: " + problem + ".")
        if not settings.enabled:
            await module.show("Hookline's module is disabled by its config, so that no hook runs.", "info")
            return module.cleanup
        for event in settings.events:
            # A name of one's own for each event: its core knows handlers by their names alone.
            module.unregister.append(
                coordinator.hooks.register(event, module.handle, priority=PRIORITY, name="hookline-" + event)
            )
        return module.cleanup
    except Exception as error:
        if module is not None:
            module.session = None
            await module.cleanup()
        policy = settings.policy if settings is not None else HOOKLINE["policy"]
        text, cleanup = deny_all(coordinator, policy, words_of(error))
        await Module(coordinator, settings).show(text + ".", "error")
        return cleanup
`
