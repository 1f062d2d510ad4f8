/** Numbers of Linux that differ between processors, and those that don't. */

/** System calls that are refused, or whose arguments are checked. */
export type Call =
  | "addKey"
  | "bpf"
  | "chroot"
  | "clone"
  | "deleteModule"
  | "fchmod"
  | "fchmodat"
  | "fchown"
  | "fchownat"
  | "finitModule"
  | "fremovexattr"
  | "fsetxattr"
  | "initModule"
  | "ioctl"
  | "ioprioSet"
  | "kexecFileLoad"
  | "kexecLoad"
  | "keyctl"
  | "lremovexattr"
  | "lsetxattr"
  | "mount"
  | "mqOpen"
  | "mqUnlink"
  | "msgctl"
  | "msgget"
  | "msgrcv"
  | "msgsnd"
  | "openByHandle"
  | "perfEventOpen"
  | "pivotRoot"
  | "prlimit"
  | "reboot"
  | "removexattr"
  | "requestKey"
  | "schedSetaffinity"
  | "schedSetattr"
  | "schedSetparam"
  | "schedSetscheduler"
  | "semctl"
  | "semget"
  | "semop"
  | "semtimedop"
  | "setns"
  | "setpriority"
  | "setxattr"
  | "shmat"
  | "shmctl"
  | "shmget"
  | "socket"
  | "swapoff"
  | "swapon"
  | "truncate"
  | "umount"
  | "unshare"
  | "userfaultfd"
  | "utimensat"

/** The numbers of one processor. */
export interface Numbers {
  /** The name of the processor in a filter. */
  readonly audit: number
  /** The first number of calls in another format of the same processor. */
  readonly foreign: number | undefined
  readonly calls: Readonly<Record<Call, number>>
  /** Older forms of calls that change rights, owners and times of a file. */
  readonly formerly: ReadonlyArray<number>
  readonly prctl: number
  readonly capset: number
}

const x64: Numbers = {
  audit: 0xc000_003e,
  foreign: 0x4000_0000,
  formerly: [90, 92, 94, 132, 235, 261],
  prctl: 157,
  capset: 126,
  calls: {
    addKey: 248,
    bpf: 321,
    chroot: 161,
    clone: 56,
    deleteModule: 176,
    fchmod: 91,
    fchmodat: 268,
    fchown: 93,
    fchownat: 260,
    finitModule: 313,
    fremovexattr: 199,
    fsetxattr: 190,
    initModule: 175,
    ioctl: 16,
    ioprioSet: 251,
    kexecFileLoad: 320,
    kexecLoad: 246,
    keyctl: 250,
    lremovexattr: 198,
    lsetxattr: 189,
    mount: 165,
    mqOpen: 240,
    mqUnlink: 241,
    msgctl: 71,
    msgget: 68,
    msgrcv: 70,
    msgsnd: 69,
    openByHandle: 304,
    perfEventOpen: 298,
    pivotRoot: 155,
    prlimit: 302,
    reboot: 169,
    removexattr: 197,
    requestKey: 249,
    schedSetaffinity: 203,
    schedSetattr: 314,
    schedSetparam: 142,
    schedSetscheduler: 144,
    semctl: 66,
    semget: 64,
    semop: 65,
    semtimedop: 220,
    setns: 308,
    setpriority: 141,
    setxattr: 188,
    shmat: 30,
    shmctl: 31,
    shmget: 29,
    socket: 41,
    swapoff: 168,
    swapon: 167,
    truncate: 76,
    umount: 166,
    unshare: 272,
    userfaultfd: 323,
    utimensat: 280
  }
}

const arm64: Numbers = {
  audit: 0xc000_00b7,
  foreign: undefined,
  formerly: [],
  prctl: 167,
  capset: 91,
  calls: {
    addKey: 217,
    bpf: 280,
    chroot: 51,
    clone: 220,
    deleteModule: 106,
    fchmod: 52,
    fchmodat: 53,
    fchown: 55,
    fchownat: 54,
    finitModule: 273,
    fremovexattr: 16,
    fsetxattr: 7,
    initModule: 105,
    ioctl: 29,
    ioprioSet: 30,
    kexecFileLoad: 294,
    kexecLoad: 104,
    keyctl: 219,
    lremovexattr: 15,
    lsetxattr: 6,
    mount: 40,
    mqOpen: 180,
    mqUnlink: 181,
    msgctl: 187,
    msgget: 186,
    msgrcv: 188,
    msgsnd: 189,
    openByHandle: 265,
    perfEventOpen: 241,
    pivotRoot: 41,
    prlimit: 261,
    reboot: 142,
    removexattr: 14,
    requestKey: 218,
    schedSetaffinity: 122,
    schedSetattr: 274,
    schedSetparam: 118,
    schedSetscheduler: 119,
    semctl: 191,
    semget: 190,
    semop: 193,
    semtimedop: 192,
    setns: 268,
    setpriority: 140,
    setxattr: 5,
    shmat: 196,
    shmctl: 195,
    shmget: 194,
    socket: 198,
    swapoff: 225,
    swapon: 224,
    truncate: 45,
    umount: 39,
    unshare: 97,
    userfaultfd: 282,
    utimensat: 88
  }
}

const byArchitecture: Readonly<Record<string, Numbers>> = { x64, arm64 }

/** Returns the numbers of a processor, or `undefined` for one whose numbers are not known here. */
export const numbersOf = (architecture: string): Numbers | undefined => byArchitecture[architecture]

/** Calls whose numbers are equal everywhere: those of io_uring, of mounts by descriptors, of a clone whose
 * flags are in memory, and the later ones that change rights and attributes of a file. */
export const common = {
  ioUring: [425, 426, 427],
  mounts: [428, 429, 430, 431, 432, 433, 442],
  clone3: 435,
  attributes: [452, 463, 466, 469]
} as const

/** Error numbers that calls return. */
export const errors = { notPermitted: 1, denied: 13, missing: 38 } as const

/** The socket families that a filter knows. */
export const families = { unix: 1, internet: 2, internet6: 10, netlink: 16 } as const

/** Requests to a terminal that put input into it. */
export const injecting = [0x5412, 0x541c] as const

/** Requests that change attributes of a file. */
export const attributing = [0x4008_6602, 0x401c_5820] as const

/** The word for a process, in calls that may act on many of them. */
export const oneProcess = { priority: 0, inputPriority: 1 } as const

/** The flag of a new user namespace, in which a process has every right over what is mounted there. */
export const newUserNamespace = 0x1000_0000
