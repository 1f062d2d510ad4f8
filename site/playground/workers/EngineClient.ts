/** The engine as the page uses it: the newest question is answered, and an old one that takes long is given up. */
import engineWorker from "virtual:engine"
import type { Question } from "../engine/Question.ts"
import type { EngineMessage } from "./engine.ts"
import { startWorker } from "./startWorker.ts"

/** An answer that takes longer is given up for a newer question. */
const patienceMillis = 1500

/** The functions that an engine calls. */
export interface Listener {
  readonly onMessage: (message: EngineMessage) => void
  readonly onBusy: (isBusy: boolean) => void
}

/** Answers questions, one after the other. */
export class EngineClient {
  private worker: Worker | undefined
  private startedAt: number | undefined
  private next: Question | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listener: Listener

  constructor(listener: Listener) {
    this.listener = listener
  }

  /** Answers a question after those that are answered already; of several that wait, the last. */
  ask(question: Question): void {
    if (this.startedAt === undefined) return this.send(question)
    this.next = question
    this.timer ??= setTimeout(() => this.giveUp(), Math.max(0, this.startedAt + patienceMillis - performance.now()))
  }

  private send(question: Question): void {
    this.startedAt = performance.now()
    this.listener.onBusy(true)
    this.worker ??= this.start()
    this.worker.postMessage(question)
  }

  private start(): Worker {
    const worker = startWorker(engineWorker)
    worker.addEventListener("message", ({ data }: MessageEvent<EngineMessage>) => this.receive(data))
    worker.addEventListener("error", ({ message }) => {
      this.worker = undefined
      this.receive({ _tag: "Broken", problem: message })
    })
    return worker
  }

  private receive(message: EngineMessage): void {
    if (message._tag !== "Progress") {
      this.startedAt = undefined
      if (!this.sendNext()) this.listener.onBusy(false)
    }
    this.listener.onMessage(message)
  }

  private giveUp(): void {
    if (this.next === undefined) return
    this.worker?.terminate()
    this.worker = undefined
    this.sendNext()
  }

  private sendNext(): boolean {
    clearTimeout(this.timer)
    this.timer = undefined
    const { next } = this
    this.next = undefined
    if (next !== undefined) this.send(next)
    return next !== undefined
  }
}
