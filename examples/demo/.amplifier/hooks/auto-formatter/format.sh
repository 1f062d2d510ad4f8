#!/bin/sh
# Formats the file that the agent has just written. The tool has run, so nothing can be denied any more: what goes wrong
# is told. FILE_PATH is set for every tool that is about a file; it is only ever used as a quoted argument.
[ -f "$FILE_PATH" ] || exit 0
# No name is taken for an option.
case $FILE_PATH in /*) file=$FILE_PATH ;; *) file=./$FILE_PATH ;; esac

# Neither the file nor its name gets into the JSON: only what stands here.
say() { printf '{"systemMessage": "%s"}\n' "$1"; }

# A name in PATH may be a stub that only tells what to install; gofmt is the one that has no version to tell.
is_here() {
  case $1 in
    gofmt) command -v gofmt ;;
    *) command -v "$1" && "$1" --version ;;
  esac > /dev/null 2>&1
}

format() {
  case $1 in
    ruff) ruff format --quiet "$file" ;;
    black) black --quiet "$file" ;;
    prettier) prettier --log-level silent --write "$file" ;;
    biome) biome format --write "$file" ;;
    gofmt) gofmt -w "$file" ;;
    rustfmt) rustfmt --edition 2021 --quiet "$file" ;;
  esac > /dev/null 2>&1
}

first_of() {
  for tool in "$@"; do
    if is_here "$tool"; then
      if format "$tool"; then say "formatted with $tool"; else say "$tool could not format this file"; fi
      return
    fi
  done
  say "this machine has no formatter for this file: install one of $*"
}

case $file in
  *.py) first_of ruff black ;;
  *.js | *.jsx | *.mjs | *.ts | *.tsx | *.css) first_of prettier biome ;;
  *.go) first_of gofmt ;;
  *.rs) first_of rustfmt ;;
esac
