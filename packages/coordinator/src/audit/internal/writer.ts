/**
 * Writes records in batches: those of one callback of the event loop together, at its end, and the rest when the process
 * exits. What can't be written is kept for a while, and then counted.
 *
 * It writes synchronously: what was written is the system's then, whatever becomes of this process.
 */
import { sentence } from "@hookline/core/PipelineError"
import type { Notice } from "@hookline/schema/Outcome"
import * as fs from "node:fs"
import type { Entry } from "../Audit.ts"
import { redactEntry } from "../AuditRedaction.ts"
import * as batch from "./batch.ts"
import * as place from "./place.ts"
import * as SharedLog from "./SharedLog.ts"

/** When it is tried again after it went wrong. */
const pause = 1000

export interface State {
  /** The file that is written to, once there is one. */
  readonly file: string | undefined
  /** Records that are in files. */
  readonly written: number
  /** Records that wait. */
  readonly waiting: number
  /** Records that no file has. */
  readonly lost: number
  /** The current problem. */
  readonly problem: string | undefined
}

interface Lost {
  count: number
  readonly since: number
  readonly why: string
}

export class Writer {
  readonly #folders: place.Folders
  /** So many characters are kept while nothing can be written. */
  readonly #kept: number
  /** The turns of processes that share one file, if they do. */
  readonly #turns: SharedLog.SharedLog | undefined
  #opened: place.Opened | undefined
  #waiting: Array<string> = []
  #length = 0
  #written = 0
  #lost = 0
  #unreported: Lost | undefined
  #latest = 0
  #name: string | undefined
  #problem: string | undefined
  #headIsOld = false
  #isClosed = false
  #isDue = false
  #retry: NodeJS.Timeout | undefined
  #notices: Array<Notice> = []

  constructor(folders: place.Folders, kept: number, taken?: SharedLog.SharedLog) {
    this.#folders = folders
    this.#kept = kept
    this.#turns = taken
  }

  /** Takes a record, made at this time. */
  add(at: number, entry: Entry): void {
    this.#latest = at
    if (this.#problem !== undefined && this.#length > this.#kept) this.#lose(1, this.#problem)
    else this.#put(entry)
    if (this.#isClosed) this.close()
    else if (this.#problem !== undefined) this.#again()
    else if (this.#length > batch.limit) this.flush()
    else this.#flushSoon()
  }

  /**
   * Writes at the end of the callback that the event loop runs now, when all its promises are settled: no immediate, timer
   * or message comes before, in which the process may be killed. An answer that depends on the record is out by then.
   */
  #flushSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.#isDue) this.flush()
      })
    )
  }

  /** Writes all that waits, as far as that can be done. */
  readonly flush = (): void => {
    this.#isDue = false
    try {
      while (this.#waiting.length > 0) this.#write()
      if (this.#unreported !== undefined) this.#say(this.#unreported)
      if (this.#headIsOld) this.#writeHead()
      this.#endTurn()
      this.#recovered()
    } catch (error) {
      this.#failed(sentence(error))
      if (this.#opened?.release !== undefined) this.#tryToLetGo(this.#opened)
    }
  }

  /** Writes waiting records, and closes the files. Later records are written at once. */
  close(): void {
    this.#isClosed = true
    this.flush()
    clearTimeout(this.#retry)
    if (this.#opened !== undefined) this.#tryToLetGo(this.#opened)
  }

  /** Takes the notices that no user was shown yet. */
  notices(): ReadonlyArray<Notice> {
    const notices = this.#notices
    if (notices.length > 0) this.#notices = []
    return notices
  }

  state(): State {
    return {
      file: this.#name,
      written: this.#written,
      waiting: this.#waiting.length,
      lost: this.#lost,
      problem: this.#problem
    }
  }

  #put(entry: Entry): void {
    try {
      const rest = `"at":${this.#latest},"entry":${JSON.stringify(redactEntry(entry))}`
      this.#waiting.push(rest)
      this.#length += rest.length
    } catch (error) {
      // A value that JSON can't express was made without regard to the types, and must not break the record.
      this.#lose(1, sentence(error))
    }
  }

  #open(): place.Opened {
    const opened = this.#opened
    if (opened !== undefined && fs.fstatSync(opened.file).nlink > 0) return opened
    if (opened !== undefined) {
      const count = opened.link.count - opened.before
      this.#letGo(opened)
      this.#written -= count
      this.#lose(count, `the file ${opened.name} was removed`)
      this.#tell("error", `The audit log's file ${opened.name} was removed, with ${records(count)} in it.`)
    }
    const made = this.#turns === undefined ? place.open(this.#folders) : SharedLog.open(this.#folders, this.#turns)
    this.#name = made.name
    return (this.#opened = made)
  }

  /** One batch of those that wait. */
  #write(): void {
    const opened = this.#open()
    const { count, failure, isTorn } = batch.write(opened, this.#waiting)
    for (const gone of this.#waiting.splice(0, count)) this.#length -= gone.length
    this.#written += count
    this.#headIsOld = true
    if (isTorn) this.#letGo(opened)
    else this.#writeHead()
    if (failure !== undefined) throw failure
  }

  #writeHead(): void {
    const opened = this.#opened
    if (opened !== undefined) fs.writeSync(opened.head, place.headText(opened), 0)
    this.#headIsOld = false
  }

  #letGo(opened: place.Opened): void {
    this.#opened = undefined
    this.#headIsOld = false
    place.close(opened)
  }

  #tryToLetGo(opened: place.Opened): void {
    try {
      this.#letGo(opened)
    } catch (error) {
      // Some file systems report only now that they could not write.
      this.#failed(sentence(error))
    }
  }

  /** Closes a file at once if others wait for it. */
  #endTurn(): void {
    if (this.#opened?.release !== undefined) this.#letGo(this.#opened)
  }

  #lose(count: number, why: string): void {
    this.#lost += count
    this.#unreported ??= { count: 0, since: this.#latest, why }
    this.#unreported.count += count
  }

  /** Records in the log what it lacks. No other record waits then. */
  #say(lost: Lost): void {
    const { count } = lost
    this.#put({ _tag: "Lost", ...lost })
    try {
      this.#write()
      // While that was written, more may have been found to be gone.
      lost.count -= count
      if (lost.count === 0) this.#unreported = undefined
    } finally {
      this.#waiting = []
      this.#length = 0
    }
  }

  #failed(problem: string): void {
    if (this.#problem === undefined)
      this.#tell(
        "error",
        `The audit log can't be written: ${problem}. What happens now is kept for it for a while only.`
      )
    this.#problem = problem
    this.#again()
  }

  #recovered(): void {
    if (this.#problem === undefined) return
    this.#problem = undefined
    const lost = this.#lost === 0 ? "No record is missing." : `Missing since it was opened: ${records(this.#lost)}.`
    this.#tell("info", `The audit log is written again. ${lost}`)
  }

  #again(): void {
    if (this.#isClosed || this.#retry !== undefined) return
    // It alone keeps no process alive: at its end all is tried once more.
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.flush()
    }, pause).unref()
  }

  #tell(level: Notice["level"], text: string): void {
    this.#notices.push({ by: "audit", level, text })
  }
}

const records = (count: number): string => `${count} record${count === 1 ? "" : "s"}`
