/**
 * Programs that confine themselves by Landlock and a filter of system calls, and then become the hook. They are texts for
 * interpreters of the system, so that no binary is installed.
 *
 * A launcher reads fields that end with NUL: `k` to keep its variables, `e` a variable, `u` one that is unset, `a` the name
 * of the program, `h` the rights that are handled, `r` the rights below a path, `f` the rights on a descriptor, `d` a
 * descriptor and its number for the program, `s` a filter, `c` the capabilities that are kept. It writes a byte right before
 * it becomes the program.
 */

/** Its arguments: the descriptors to read and to write, the numbers of two calls, the program and the program's arguments. */
export const perl = String.raw`
my($n,$m,$prctl,$capset)=map {$_+0} splice @ARGV,0,4;
open(my $r,'<&',$n) or exit 125; open(my $c,'>&',$m) or exit 125;
my $q=''; 1 while sysread $r,$q,65536,length $q; close $r; open($r,'<&=',$_) and close $r for grep {$_>2} $n==$m?$n:($n,$m);
sub bad{my $e=$!; syswrite $c,"@_: $e\n"; exit 125}
my($rs,$filter,$keep,$kept,@env,@unset,@dup); my $called=$ARGV[0];
for(split /\0/,$q){
  my $k=substr $_,0,1; my $v=substr $_,1;
  if($k eq 'e'){push @env,[split /=/,$v,2]}
  elsif($k eq 'k'){$kept=1} elsif($k eq 'u'){push @unset,$v}
  elsif($k eq 'a'){$called=$v}
  elsif($k eq 'h'){my @m=split / /,$v; $rs=syscall(444,pack('Q*',@m),8*@m,0); bad('landlock_create_ruleset') if $rs<0}
  elsif($k eq 'r'){my($m,$p)=split / /,$v,2; sysopen(my $f,$p,010000000|02000000) or next; $m&=0xc007 unless -d $f;
    syscall(445,$rs,1,pack('Ql',$m,fileno $f),0)==0 or bad("landlock_add_rule $p")}
  elsif($k eq 'f'){my($m,$f)=split / /,$v; syscall(445,$rs,1,pack('Ql',$m,$f),0)}
  elsif($k eq 'd'){push @dup,[split / /,$v]}
  elsif($k eq 's'){$filter=pack 'H*',$v}
  elsif($k eq 'c'){$keep=$v+0}
}
if(defined $keep){syscall($prctl,47,4,0,0,0); for(0..63){syscall($prctl,24,$_+0,0,0,0) unless $keep>>$_&1}}
syscall($prctl,38,1,0,0,0)==0 or bad('no_new_privs');
if(defined $rs){syscall(446,$rs+0,0)==0 or bad('landlock_restrict_self')}
if(defined $keep){my $h=pack 'LL',0x20080522,0; my $d=pack 'L6',$keep,$keep,0,0,0,0; syscall($capset,$h,$d)==0 or bad('capset')}
if(defined $filter){syscall($prctl,22,2,pack('Sx6P',length($filter)/8,$filter),0,0)==0 or bad('seccomp')}
%ENV=() unless $kept; delete @ENV{@unset}; $ENV{$_->[0]}=$_->[1] for @env; $SIG{FPE}='DEFAULT';
for(@dup){my($from,$to)=@$_; open(my $f,'<&=',$from); $to==1?open(STDOUT,'>&',$from):open(STDERR,'>&',$from); close $f}
syswrite $c,"\x06"; exec {$ARGV[0]} $called,@ARGV[1..$#ARGV]; syswrite $c,"\x15".($!+0); exit 127`.trim()

/** Like `perl`, for systems that have Python alone. */
export const python = String.raw`
import ctypes,os,stat,struct,sys,signal
n,m,prctl,capset=map(int,sys.argv[1:5]); args=list(map(os.fsencode,sys.argv[5:])); o=os.dup(m)
lib=ctypes.CDLL(None,use_errno=True); L=ctypes.c_long
def call(*a): return lib.syscall(*[x if isinstance(x,bytes) else L(x) for x in a])
def put(b): os.write(o,b)
def bad(what):
  put((what+": "+os.strerror(ctypes.get_errno())+"\n").encode("utf8","surrogateescape")); os._exit(125)
q=b""
while True:
  part=os.read(n,65536)
  if not part: break
  q+=part
for x in {n,m}:
  if x>2: os.close(x)
rs=None; f=None; keep=None; env={}; kept={}; unset=[]; dups=[]; called=args[0]
for x in q.split(b"\0"):
  k,v=x[:1],x[1:]
  if k==b"e": a,_,b=v.partition(b"="); env[a]=b
  elif k==b"k": kept=dict(os.environb)
  elif k==b"u": unset.append(v)
  elif k==b"a": called=v
  elif k==b"h":
    a=list(map(int,v.split())); rs=call(444,struct.pack("Q"*len(a),*a),8*len(a),0)
    if rs<0: bad("landlock_create_ruleset")
  elif k==b"r":
    a,_,p=v.partition(b" "); a=int(a)
    try: d=os.open(p,0o10000000|os.O_CLOEXEC)
    except OSError: continue
    if not stat.S_ISDIR(os.fstat(d).st_mode): a&=0xc007
    if call(445,rs,1,struct.pack("=Qi",a,d),0)!=0: bad("landlock_add_rule "+os.fsdecode(p))
    os.close(d)
  elif k==b"f":
    a,d=map(int,v.split()); call(445,rs,1,struct.pack("=Qi",a,d),0)
  elif k==b"d": dups.append(list(map(int,v.split())))
  elif k==b"s": f=ctypes.create_string_buffer(bytes.fromhex(v.decode()))
  elif k==b"c": keep=int(v)
if keep is not None:
  call(prctl,47,4,0,0,0)
  for c in range(64):
    if not keep>>c&1: call(prctl,24,c,0,0,0)
if call(prctl,38,1,0,0,0)!=0: bad("no_new_privs")
if rs is not None and call(446,rs,0)!=0: bad("landlock_restrict_self")
if keep is not None and call(capset,struct.pack("=LL",0x20080522,0),struct.pack("=6L",keep,keep,0,0,0,0))!=0: bad("capset")
if f is not None and call(prctl,22,2,struct.pack("@HxxxxxxP",(len(f)-1)//8,ctypes.addressof(f)),0,0)!=0: bad("seccomp")
env={**{a:b for a,b in kept.items() if a not in unset},**env}
for s in (signal.SIGPIPE,signal.SIGXFSZ): signal.signal(s,signal.SIG_DFL)
for a,d in dups: os.dup2(a,d); os.close(a)
put(b"\x06")
try: os.execvpe(args[0],[called]+args[1:],env)
except OSError as e: put(b"\x15"+str(e.errno).encode()); os._exit(127)`.trim()
