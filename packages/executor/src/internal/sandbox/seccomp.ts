/** A filter of system calls: what neither Landlock nor mounts hold, such as sockets and input for a terminal. */
import {
  attributing,
  type Call,
  common,
  errors,
  families,
  injecting,
  newUserNamespace,
  type Numbers,
  oneProcess
} from "./numbers.ts"

/** The rights that a filter depends on. */
export interface Filtered {
  readonly network: boolean
  /** True if sockets that are files may be connected to. */
  readonly sockets: boolean
  /** True if the kernel does not check the truncation of a file by its path. */
  readonly truncates: boolean
  /** True if the program may change no rights, owners and times of files, because nothing else keeps it from that. */
  readonly readsOnly: boolean
}

/** One instruction: its code, the jumps where it is true and false, and its constant. */
type Instruction = readonly [code: number, yes: number, no: number, constant: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const isEqual = (constant: number, yes: number, no: number): Instruction => [0x15, yes, no, constant]
const isAtLeast = (constant: number, yes: number, no: number): Instruction => [0x35, yes, no, constant]
const hasBits = (constant: number, yes: number, no: number): Instruction => [0x45, yes, no, constant]
const end = (action: number): Instruction => [0x06, 0, 0, action]

const allow = end(0x7fff_0000)
const kill = end(0x8000_0000)
const fail = (error: number): Instruction => end(0x0005_0000 | error)

const numberAt = 0
const processorAt = 4
/** Both processors store the lower half of an argument first. */
const argumentAt = (index: number): number => 16 + 8 * index

/** Refuses a call. */
const refuse = (call: number, error: number): ReadonlyArray<Instruction> => [isEqual(call, 0, 1), fail(error)]

/** Checks an argument of one call. `checks` end with an answer, or with the number of the call loaded again. */
const checking = (call: number, index: number, checks: ReadonlyArray<Instruction>): ReadonlyArray<Instruction> => [
  isEqual(call, 0, checks.length + 1),
  load(argumentAt(index)),
  ...checks
]

const refused: ReadonlyArray<Call> = [
  "addKey",
  "bpf",
  "chroot",
  "deleteModule",
  "finitModule",
  "initModule",
  "kexecFileLoad",
  "kexecLoad",
  "keyctl",
  "mount",
  "openByHandle",
  "perfEventOpen",
  "pivotRoot",
  "reboot",
  "requestKey",
  "setns",
  "swapoff",
  "swapon",
  "umount",
  "userfaultfd"
]

/** Calls that change what a file is but its content. Landlock does not handle them. */
const changing: ReadonlyArray<Call> = [
  "fchmod",
  "fchmodat",
  "fchown",
  "fchownat",
  "fremovexattr",
  "fsetxattr",
  "lremovexattr",
  "lsetxattr",
  "removexattr",
  "setxattr"
]

/** Calls on memory, semaphores and messages that the user's programs share by numbers and names. */
const sharing: ReadonlyArray<Call> = [
  "mqOpen",
  "mqUnlink",
  "msgctl",
  "msgget",
  "msgrcv",
  "msgsnd",
  "semctl",
  "semget",
  "semop",
  "semtimedop",
  "shmat",
  "shmctl",
  "shmget"
]

/** Calls on a process by its id, where 0 is the caller. Their ids are not those of signals, which Landlock scopes. */
const onProcess: ReadonlyArray<Call> = [
  "prlimit",
  "schedSetaffinity",
  "schedSetattr",
  "schedSetparam",
  "schedSetscheduler"
]

const notPermitted = fail(errors.notPermitted)

/** Refuses what changes files otherwise than by writing them. To set the time to now is permitted, as `touch` does. */
const onlyReading = ({ calls, formerly }: Numbers): ReadonlyArray<Instruction> => [
  ...[...formerly, ...common.attributes].flatMap((call) => refuse(call, errors.notPermitted)),
  ...[...changing, ...sharing].flatMap((call) => refuse(calls[call], errors.notPermitted)),
  // An address has two halves.
  ...checking(calls.utimensat, 2, [isEqual(0, 0, 2), load(argumentAt(2) + 4), isEqual(0, 1, 0), notPermitted, allow])
]

/** Refuses calls on other processes than the caller. */
const onlyItself = ({ calls }: Numbers): ReadonlyArray<Instruction> => [
  ...onProcess.flatMap((call) => checking(calls[call], 0, [isEqual(0, 1, 0), notPermitted, allow])),
  ...(
    [
      ["setpriority", oneProcess.priority],
      ["ioprioSet", oneProcess.inputPriority]
    ] as const
  ).flatMap(([call, word]) =>
    checking(calls[call], 0, [isEqual(word, 0, 2), load(argumentAt(1)), isEqual(0, 1, 0), notPermitted, allow])
  )
]

const familiesOf = ({ network, sockets }: Filtered): ReadonlyArray<number> => [
  ...(network ? [families.internet, families.internet6, families.netlink] : []),
  ...(sockets ? [families.unix] : [])
]

/** Returns the instructions of a filter. */
const instructionsOf = (numbers: Numbers, filtered: Filtered): ReadonlyArray<Instruction> => {
  const { calls } = numbers
  const allowed = familiesOf(filtered)
  return [
    load(processorAt),
    isEqual(numbers.audit, 1, 0),
    kill,
    load(numberAt),
    ...(numbers.foreign === undefined ? [] : [isAtLeast(numbers.foreign, 0, 1), fail(errors.notPermitted)]),
    ...[...common.ioUring, ...common.mounts].flatMap((call) => refuse(call, errors.notPermitted)),
    ...refused.flatMap((call) => refuse(calls[call], errors.notPermitted)),
    ...(filtered.truncates ? refuse(calls.truncate, errors.denied) : []),
    ...(filtered.readsOnly ? onlyReading(numbers) : []),
    ...onlyItself(numbers),
    // Its flags are in memory, where a filter can't read them. Without it, libraries use `clone`.
    ...refuse(common.clone3, errors.missing),
    ...checking(
      calls.socket,
      0,
      allowed.length === 0
        ? [fail(errors.denied)]
        : [...allowed.flatMap((family) => [isEqual(family, 0, 1), allow]), fail(errors.denied)]
    ),
    ...checking(calls.ioctl, 1, [
      ...[...injecting, ...(filtered.readsOnly ? attributing : [])].flatMap((request) => [
        isEqual(request, 0, 1),
        notPermitted
      ]),
      allow
    ]),
    ...[calls.clone, calls.unshare].flatMap((call) =>
      checking(call, 0, [hasBits(newUserNamespace, 0, 1), notPermitted, allow])
    ),
    allow
  ]
}

/** Returns a filter as the kernel reads it. */
export const filterOf = (numbers: Numbers, filtered: Filtered): Buffer<ArrayBuffer> => {
  const instructions = instructionsOf(numbers, filtered)
  const bytes = Buffer.alloc(instructions.length * 8)
  for (const [index, [code, yes, no, constant]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(yes, index * 8 + 2)
    bytes.writeUInt8(no, index * 8 + 3)
    bytes.writeUInt32LE(constant >>> 0, index * 8 + 4)
  }
  return bytes
}
