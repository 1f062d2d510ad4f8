# Runs the texts of standard input in bash, where they can change and reach nothing: in namespaces of its own, without
# network, on a read-only root in which programs such as `rm` are stubs. Arguments: an empty folder, the path of run.sh.
set -e
run=$(cat "$2")
mount -t tmpfs -o size=64m none "$1"
cd "$1"
mkdir usr dev proc work mark stubs tmp

for name in rm git npm curl sudo doas ssh; do
  case $name in
    # These run the command behind their options.
    sudo | doas) text='while [[ $1 == -* || $1 == *=* ]]; do case $1 in -u|-g) shift;; esac; shift; done; exec "$@"' ;;
    ssh) text='shift; exec sh -c "$*"' ;;
    # Only letters, so that one stub is one word of a line.
    *) text='echo "${0##*/} ${1%%[!a-z]*}" >> /mark/ran' ;;
  esac
  printf '#!/bin/bash\n%s\n' "$text" > stubs/$name
  chmod +x stubs/$name
done

for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L /$name ]; then
    cp -P /$name $name
  elif [ -d /$name ]; then
    mkdir $name
    mount --bind /$name $name
    mount -o remount,bind,ro $name
  fi
done
mount --bind /usr usr
mount -o remount,bind,ro usr
for name in bin/rm usr/bin/rm; do
  if [ ! -L "$name" ] && ! [ "$name" -ef stubs/rm ]; then
    mount --bind stubs/rm "$name"
    mount -o remount,bind,ro "$name"
  fi
done

for name in null zero random urandom; do
  : > dev/$name
  mount --bind /dev/$name dev/$name
done
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mount -t proc -o ro none proc
mount -t tmpfs -o size=16m none work
mount -t tmpfs -o size=16m none tmp
mount -t tmpfs -o size=1m none mark
mount -o remount,bind,ro .
ulimit -c 0 -f 8192 -v 2000000
exec chroot . /usr/bin/setpriv --no-new-privs --bounding-set=-all --inh-caps=-all \
  /usr/bin/env -i PATH=/stubs:/usr/bin:/bin HOME=/nowhere LANG=C.UTF-8 /bin/bash -c "$run"
