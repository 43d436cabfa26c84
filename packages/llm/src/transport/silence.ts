import type { Failure } from "../model-event.ts"

/** How long a provider may be silent before its answer is ended. */
export interface Patience {
  /** Before it has said anything of the answer. */
  firstTokenMs: number
  /** Between two words of it. */
  betweenTokensMs: number
}

export const PATIENCE: Patience = { firstTokenMs: 60_000, betweenTokensMs: 90_000 }

export interface Clock {
  /** Milliseconds, from any fixed point. */
  now(): number
  /** Answers how to call it off. */
  after(ms: number, call: () => void): () => void
}

export const realClock: Clock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Any byte is a sign of life, keep-alives too: a model that thinks for minutes may send nothing else. But they say
 * nothing, and a proxy can send them for ever, so they buy only so many times the patience.
 */
const KEPT_ALIVE_TIMES = 5

/** Looks at the clock once per interval instead of moving a timer with every chunk. */
export class SilenceWatch {
  readonly #label: string
  readonly #patience: Patience
  readonly #clock: Clock
  readonly #onSilent: (failure: Failure) => void
  #byteAt: number
  #tokenAt: number
  #spoke = false
  #callOff: () => void

  constructor(label: string, patience: Patience, clock: Clock, onSilent: (failure: Failure) => void) {
    this.#label = label
    this.#patience = patience
    this.#clock = clock
    this.#onSilent = onSilent
    this.#byteAt = clock.now()
    this.#tokenAt = this.#byteAt
    this.#callOff = clock.after(this.#limitMs, this.#look)
  }

  heardByte(): void {
    this.#byteAt = this.#clock.now()
  }

  heardToken(): void {
    this.#spoke = true
    this.#byteAt = this.#clock.now()
    this.#tokenAt = this.#byteAt
  }

  stop(): void {
    this.#callOff()
  }

  get #limitMs(): number {
    return this.#spoke ? this.#patience.betweenTokensMs : this.#patience.firstTokenMs
  }

  readonly #look = (): void => {
    const now = this.#clock.now()
    const limitMs = this.#limitMs
    const leftMs = Math.min(this.#byteAt + limitMs, this.#tokenAt + limitMs * KEPT_ALIVE_TIMES) - now
    if (leftMs > 0) this.#callOff = this.#clock.after(Math.ceil(leftMs), this.#look)
    else this.#onSilent({ kind: "silence", sentence: this.#sentence(now) })
  }

  #sentence(now: number): string {
    const seconds = Math.round((now - this.#tokenAt) / 1_000)
    const wait = `${seconds} second${seconds === 1 ? "" : "s"}`
    return this.#spoke
      ? `${this.#label} stopped in the middle of this answer and said nothing more for ${wait}. Ask it to go on, or send the message again.`
      : `${this.#label} did not begin to answer within ${wait}. Send the message again, choose another model, or let the connection wait longer.`
  }
}
