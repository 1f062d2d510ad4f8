# Runs each text of standard input, which a NUL ends, and writes a line with its number and the stubs that it has run. It is the first
# process of its namespace, so that it can end everything that a text leaves behind.
shopt -s nullglob dotglob
number=0
while IFS= read -r -d '' text; do
  : > /mark/ran
  cd /work
  exec {alive}< <(exec -a bash /bin/bash -c "$text" < /dev/null 200>&1 > /dev/null 2>&1)
  # Nothing is written there: it ends with the last process of the text.
  read -r -t 0.5 -u "$alive" _
  kill -KILL -1 2> /dev/null
  exec {alive}<&-
  wait 2> /dev/null
  mapfile -t ran < /mark/ran
  IFS=';'
  printf '%s:%s\n' "$((number++))" "${ran[*]:0:20}"
  left=(/work/*)
  if ((${#left[@]} > 0)); then find /work -mindepth 1 -delete 2> /dev/null; fi
done
