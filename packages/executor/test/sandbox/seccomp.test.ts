// The filter of system calls, run by an interpreter of its instructions, against the headers of the system.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import {
  attributing,
  type Call,
  common,
  families,
  injecting,
  newUserNamespace,
  type Numbers,
  numbersOf
} from "../../src/internal/sandbox/numbers.ts"
import { filterOf, type Filtered } from "../../src/internal/sandbox/seccomp.ts"

interface Made {
  readonly processor: number
  readonly number: number
  readonly args?: ReadonlyArray<number>
  /** The upper halves of the arguments. */
  readonly high?: ReadonlyArray<number>
}

/** Returns the answer of a filter to a call: an action of the kernel. */
const answerOf = (filter: Buffer, { args = [], high = [], number, processor }: Made): number => {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(processor >>> 0, 4)
  for (const [index, arg] of args.entries()) data.writeUInt32LE(arg >>> 0, 16 + 8 * index)
  for (const [index, half] of high.entries()) data.writeUInt32LE(half >>> 0, 20 + 8 * index)
  let loaded = 0
  for (let at = 0; at < filter.length / 8; at++) {
    const code = filter.readUInt16LE(at * 8)
    const yes = filter.readUInt8(at * 8 + 2)
    const no = filter.readUInt8(at * 8 + 3)
    const constant = filter.readUInt32LE(at * 8 + 4)
    if (code === 0x06) return constant
    if (code === 0x20) loaded = data.readUInt32LE(constant)
    else if (code === 0x15) at += loaded === constant ? yes : no
    else if (code === 0x35) at += loaded >= constant ? yes : no
    else if (code === 0x45) at += (loaded & constant) !== 0 ? yes : no
    else assert.fail(`instruction ${code}`)
  }
  return assert.fail("it ends without an answer")
}

const allowed = 0x7fff_0000
const failing = (error: number) => 0x0005_0000 | error

const rights: ReadonlyArray<Filtered> = [true, false].flatMap((network) =>
  [true, false].flatMap((sockets) =>
    [true, false].flatMap((truncates) => [true, false].map((readsOnly) => ({ network, sockets, truncates, readsOnly })))
  )
)

const processors: ReadonlyArray<readonly [name: string, numbers: Numbers, header: string]> = [
  ["x64", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"],
  ["arm64", "/usr/include/asm-generic/unistd.h"]
].flatMap(([name = "", header = ""]) => {
  const numbers = numbersOf(name)
  return numbers === undefined ? [] : [[name, numbers, header] as const]
})

/** The names of the calls in the headers of the system. */
const names: Readonly<Record<Call, string>> = {
  addKey: "add_key",
  bpf: "bpf",
  chroot: "chroot",
  clone: "clone",
  deleteModule: "delete_module",
  fchmod: "fchmod",
  fchmodat: "fchmodat",
  fchown: "fchown",
  fchownat: "fchownat",
  finitModule: "finit_module",
  fremovexattr: "fremovexattr",
  fsetxattr: "fsetxattr",
  initModule: "init_module",
  ioctl: "ioctl",
  ioprioSet: "ioprio_set",
  kexecFileLoad: "kexec_file_load",
  kexecLoad: "kexec_load",
  keyctl: "keyctl",
  lremovexattr: "lremovexattr",
  lsetxattr: "lsetxattr",
  mount: "mount",
  mqOpen: "mq_open",
  mqUnlink: "mq_unlink",
  msgctl: "msgctl",
  msgget: "msgget",
  msgrcv: "msgrcv",
  msgsnd: "msgsnd",
  openByHandle: "open_by_handle_at",
  perfEventOpen: "perf_event_open",
  pivotRoot: "pivot_root",
  prlimit: "prlimit64",
  reboot: "reboot",
  removexattr: "removexattr",
  requestKey: "request_key",
  schedSetaffinity: "sched_setaffinity",
  schedSetattr: "sched_setattr",
  schedSetparam: "sched_setparam",
  schedSetscheduler: "sched_setscheduler",
  semctl: "semctl",
  semget: "semget",
  semop: "semop",
  semtimedop: "semtimedop",
  setns: "setns",
  setpriority: "setpriority",
  setxattr: "setxattr",
  shmat: "shmat",
  shmctl: "shmctl",
  shmget: "shmget",
  socket: "socket",
  swapoff: "swapoff",
  swapon: "swapon",
  truncate: "truncate",
  umount: "umount2",
  unshare: "unshare",
  userfaultfd: "userfaultfd",
  utimensat: "utimensat"
}

const inHeader = (text: string, name: string): number | undefined => {
  const found = new RegExp(`^#define __NR(?:3264)?_${name}\\s+(\\d+)`, "m").exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

describe("the filter of system calls", () => {
  for (const [name, numbers, header] of processors) {
    const { audit: processor, calls } = numbers
    const answers = (filtered: Filtered) => {
      const filter = filterOf(numbers, filtered)
      return (number: number, ...args: ReadonlyArray<number>) => answerOf(filter, { processor, number, args })
    }

    it(`allows every call of ${name} but those that it knows`, () => {
      const later = [...common.ioUring, ...common.mounts, common.clone3, ...common.attributes]
      const checked = new Set([...Object.values(calls), ...numbers.formerly, ...later])
      for (const filtered of rights) {
        const answer = answers(filtered)
        for (let number = 0; number < 500; number++)
          if (!checked.has(number)) assert.strictEqual(answer(number), allowed, String(number))
      }
    })

    it(`lets programs of ${name} create only the sockets of their profile`, () => {
      for (const filtered of rights) {
        const answer = answers(filtered)
        for (let family = 0; family < 50; family++) {
          const isNet = family === families.internet || family === families.internet6 || family === families.netlink
          const may = (isNet && filtered.network) || (family === families.unix && filtered.sockets)
          assert.strictEqual(answer(calls.socket, family), may ? allowed : failing(13), String(family))
        }
      }
    })

    it(`refuses calls of ${name} that lead out, and no others of the same name`, () => {
      for (const filtered of rights) {
        const answer = answers(filtered)
        const refused = [calls.mount, calls.setns, calls.openByHandle, calls.keyctl, calls.bpf, calls.initModule]
        for (const call of [...refused, ...common.ioUring, ...common.mounts])
          assert.strictEqual(answer(call), failing(1))
        assert.strictEqual(answer(common.clone3), failing(38))
        for (const request of injecting) assert.strictEqual(answer(calls.ioctl, 1, request), failing(1))
        assert.strictEqual(answer(calls.ioctl, 1, 0x5401), allowed)
        for (const call of [calls.clone, calls.unshare]) {
          assert.strictEqual(answer(call, newUserNamespace | 17), failing(1))
          assert.strictEqual(answer(call, 17), allowed)
        }
        assert.strictEqual(answer(calls.truncate), filtered.truncates ? failing(13) : allowed)
      }
    })

    it(`lets programs of ${name} change no file otherwise where they only read, but set its time to now`, () => {
      const changing = ["fchmod", "fchmodat", "fchown", "fchownat", "setxattr", "fsetxattr", "lremovexattr"] as const
      const sharing = ["shmget", "shmat", "semctl", "msgsnd", "mqOpen"] as const
      for (const filtered of rights) {
        const answer = answers(filtered)
        const expected = filtered.readsOnly ? failing(1) : allowed
        for (const call of [...changing, ...sharing]) assert.strictEqual(answer(calls[call]), expected, call)
        for (const call of [...numbers.formerly, ...common.attributes]) assert.strictEqual(answer(call), expected)
        for (const request of attributing) assert.strictEqual(answer(calls.ioctl, 3, request), expected)
        assert.strictEqual(answer(calls.utimensat, 3, 0, 0, 0), allowed)
        assert.strictEqual(answer(calls.utimensat, 3, 0, 0x7fff, 0), expected)
        // A lower half of zero is no missing address.
        const high = answerOf(filterOf(numbers, filtered), { processor, number: calls.utimensat, high: [0, 0, 1] })
        assert.strictEqual(high, expected)
      }
    })

    it(`lets programs of ${name} limit and rank no process but themselves`, () => {
      for (const filtered of rights) {
        const answer = answers(filtered)
        for (const call of [
          "prlimit",
          "schedSetaffinity",
          "schedSetattr",
          "schedSetparam",
          "schedSetscheduler"
        ] as const) {
          assert.strictEqual(answer(calls[call], 0, 7), allowed, call)
          for (const pid of [1, 4711, 0xffff_ffff]) assert.strictEqual(answer(calls[call], pid, 7), failing(1), call)
        }
        for (const [call, word] of [
          ["setpriority", 0],
          ["ioprioSet", 1]
        ] as const) {
          assert.strictEqual(answer(calls[call], word, 0, 5), allowed, call)
          assert.strictEqual(answer(calls[call], word, 4711, 5), failing(1), call)
          // Groups, and all processes of a user.
          for (const other of [0, 1, 2, 3].filter((each) => each !== word))
            assert.strictEqual(answer(calls[call], other, 0, 5), failing(1), call)
        }
      }
    })

    it(`ends a process that makes calls of another processor than ${name}`, () => {
      const filter = filterOf(numbers, { network: false, sockets: false, truncates: false, readsOnly: true })
      assert.strictEqual(answerOf(filter, { processor: 0x4000_0003, number: calls.socket }), 0x8000_0000)
      if (numbers.foreign === undefined) return
      assert.strictEqual(answerOf(filter, { processor, number: numbers.foreign + calls.socket }), failing(1))
    })

    it(`has the numbers of ${name} that the headers of the system have`, ({ skip }) => {
      if (!existsSync(header)) return skip(`there is no ${header}`)
      const text = readFileSync(header, "utf8")
      for (const [call, number] of Object.entries(calls)) {
        // Each key of the table is a call.
        assert.strictEqual(inHeader(text, names[call as Call]), number, call)
      }
      const former = ["chmod", "chown", "lchown", "utime", "utimes", "futimesat"].flatMap(
        (call) => inHeader(text, call) ?? []
      )
      assert.deepStrictEqual(former, [...numbers.formerly])
      assert.strictEqual(inHeader(text, "prctl"), numbers.prctl)
      assert.strictEqual(inHeader(text, "capset"), numbers.capset)
    })
  }

  it("is none for a processor whose numbers are not known", () => {
    assert.isUndefined(numbersOf("riscv64"))
  })
})
