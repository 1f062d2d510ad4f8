# Runs a program at a terminal of its own: types keys when a text is shown, each pair once and in order.
#   terminal.py '[["text", "keys"], …]' PROGRAM...
import json, os, pty, select, signal, sys, time

pairs, program = json.loads(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execvp(program[0], program)

seen, looked, until = b"", 0, time.time() + 50
while time.time() < until:
    ready, _, _ = select.select([terminal], [], [], 0.1)
    if ready:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        seen += more
    if pairs and pairs[0][0].encode() in seen[looked:]:
        looked = len(seen)
        keys = pairs.pop(0)[1].encode()
        # What listens for keys may still be about to.
        time.sleep(0.5)
        os.write(terminal, keys)
else:
    os.kill(pid, signal.SIGKILL)
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(seen)
sys.stdout.write("\nEXIT %s\n" % os.waitstatus_to_exitcode(status))
