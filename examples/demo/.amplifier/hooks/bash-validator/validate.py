"""Denies shell commands that destroy a machine. Exit code 2 denies; what is on standard error is the reason.

It compares words, not texts: `echo "rm -rf /"` says something, and `rm -r -f "/"` does something. It is a guard against
accidents: who wants to hide a command from it (`eval`, base64) can. For that there are sandboxes (`wrap` in the settings).
"""

import json
import os
import re
import shlex
import sys

SEPARATOR = re.compile(r"[;&|()`\n]+")
SHELLS = {"sh", "bash", "dash", "zsh"}
# What runs the command that is named after it, behind options of its own.
PREFIXES = {"sudo", "doas", "env", "nohup", "nice", "time", "timeout", "xargs", "exec", "command", "then", "do", "else", "{", "!"}


def words_of(text):
    """The words of a line, as a shell would split them; what separates commands are words of their own."""
    lexer = shlex.shlex(text.replace("\\\n", " ").replace("\n", " ; "), posix=True, punctuation_chars=";&|()`")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:  # An open quote, as in a here-document: better too many words than none.
        return re.sub(r"['\"]", " ", SEPARATOR.sub(" ; ", text)).split()


def commands(text):
    """The simple commands of a line, as lists of words."""
    simple = [[]]
    for word in words_of(text):
        if SEPARATOR.fullmatch(word):
            simple.append([])
        else:
            simple[-1].append(word)
    for words in simple:
        while words and re.match(r"\w+=", words[0]):
            words = words[1:]
        if words:
            yield from meant(words)


def meant(words):
    """A command, and those that it runs."""
    yield words
    name, rest = os.path.basename(words[0]), words[1:]
    if name in PREFIXES:
        # Which words are its own options only it knows: each of the others may begin the command.
        for start in range(len(rest)):
            yield from meant(rest[start:]) if rest[start] not in PREFIXES else ()
    if name in SHELLS and len(rest) > 1 and re.fullmatch(r"-\w*c", rest[0]):
        yield from commands(rest[1])


def is_everything(path):
    """Whether a path is the root, a folder right below it, or a home."""
    if re.match(r"(~|\$HOME|\$\{HOME\})(/+\**)?$", path):
        return True
    plain = os.path.normpath(re.sub(r"/\**$", "/", path))
    return plain in ("/", "//") or bool(re.match(r"/(bin|boot|dev|etc|home|lib\d*|opt|root|sbin|usr|var)$", plain))


def why_not(command):
    name, rest = os.path.basename(command[0]), command[1:]
    short = "".join(word[1:] for word in rest if re.match(r"-\w", word)).lower()
    if name == "rm" and ("r" in short or "--recursive" in rest) and any(map(is_everything, rest)):
        return "deletes a whole system"
    if name == "find" and "-delete" in rest and any(map(is_everything, rest)):
        return "deletes a whole system"
    if name.startswith("mkfs"):
        return "formats a disk"
    if name == "dd" and any(re.match(r"of=/dev/(?!null|zero|stdout|stderr)", word) for word in rest):
        return "writes over a disk"
    if name in ("chmod", "chown") and "r" in short and any(map(is_everything, rest)):
        return "changes who may use a whole system"
    if name in ("shutdown", "reboot", "halt", "poweroff"):
        return "switches the machine off"
    return None


text = json.load(sys.stdin)["tool_input"]["command"]
reasons = [reason for reason in map(why_not, commands(text)) if reason]
if re.search(r"(\w+|:)\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&", text):
    reasons.append("is a fork bomb")
if reasons:
    print(f"This command {reasons[0]}. If it has to be, a person does it by hand.", file=sys.stderr)
    sys.exit(2)
