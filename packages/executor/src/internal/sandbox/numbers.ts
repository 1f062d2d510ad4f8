/** Numbers of Linux that differ between processors, and those that don't. */

/** System calls that are refused, or whose arguments are checked. */
export type Call =
  | "addKey"
  | "bpf"
  | "chroot"
  | "clone"
  | "deleteModule"
  | "finitModule"
  | "initModule"
  | "ioctl"
  | "kexecFileLoad"
  | "kexecLoad"
  | "keyctl"
  | "mount"
  | "openByHandle"
  | "perfEventOpen"
  | "pivotRoot"
  | "reboot"
  | "requestKey"
  | "setns"
  | "socket"
  | "swapoff"
  | "swapon"
  | "truncate"
  | "umount"
  | "unshare"
  | "userfaultfd"

/** The numbers of one processor. */
export interface Numbers {
  /** The name of the processor in a filter. */
  readonly audit: number
  /** The first number of calls in another format of the same processor. */
  readonly foreign: number | undefined
  readonly calls: Readonly<Record<Call, number>>
  readonly prctl: number
  readonly capset: number
}

const x64: Numbers = {
  audit: 0xc000_003e,
  foreign: 0x4000_0000,
  prctl: 157,
  capset: 126,
  calls: {
    addKey: 248,
    bpf: 321,
    chroot: 161,
    clone: 56,
    deleteModule: 176,
    finitModule: 313,
    initModule: 175,
    ioctl: 16,
    kexecFileLoad: 320,
    kexecLoad: 246,
    keyctl: 250,
    mount: 165,
    openByHandle: 304,
    perfEventOpen: 298,
    pivotRoot: 155,
    reboot: 169,
    requestKey: 249,
    setns: 308,
    socket: 41,
    swapoff: 168,
    swapon: 167,
    truncate: 76,
    umount: 166,
    unshare: 272,
    userfaultfd: 323
  }
}

const arm64: Numbers = {
  audit: 0xc000_00b7,
  foreign: undefined,
  prctl: 167,
  capset: 91,
  calls: {
    addKey: 217,
    bpf: 280,
    chroot: 51,
    clone: 220,
    deleteModule: 106,
    finitModule: 273,
    initModule: 105,
    ioctl: 29,
    kexecFileLoad: 294,
    kexecLoad: 104,
    keyctl: 219,
    mount: 40,
    openByHandle: 265,
    perfEventOpen: 241,
    pivotRoot: 41,
    reboot: 142,
    requestKey: 218,
    setns: 268,
    socket: 198,
    swapoff: 225,
    swapon: 224,
    truncate: 45,
    umount: 39,
    unshare: 97,
    userfaultfd: 282
  }
}

const byArchitecture: Readonly<Record<string, Numbers>> = { x64, arm64 }

/** Returns the numbers of a processor, or `undefined` for one whose numbers are not known here. */
export const numbersOf = (architecture: string): Numbers | undefined => byArchitecture[architecture]

/** Calls whose numbers are equal everywhere: those of io_uring, of mounts by descriptors, and of a clone whose flags are in memory. */
export const common = {
  ioUring: [425, 426, 427],
  mounts: [428, 429, 430, 431, 432, 433, 442],
  clone3: 435
} as const

/** Error numbers that calls return. */
export const errors = { notPermitted: 1, denied: 13, missing: 38 } as const

/** The socket families that a filter knows. */
export const families = { unix: 1, internet: 2, internet6: 10, netlink: 16 } as const

/** Requests to a terminal that put input into it. */
export const injecting = [0x5412, 0x541c] as const

/** The flag of a new user namespace, in which a process has every right over what is mounted there. */
export const newUserNamespace = 0x1000_0000
