import type { Caller } from "../access/ctx.ts"
import type { ServedTopic, Told } from "../access/points/topic.ts"
import type { Numbered } from "../contract/topic.ts"
import { PlatformError } from "../errors.ts"
import type { Log } from "../log.ts"

/** What one open page follows, told in order and without holes, for as long as its person may hear it. */
export interface TopicFeed {
  hear(told: Told): void
  /** Their rights may have changed: nothing is told until they were asked again. */
  recheck(): void
  /** The page takes in more: what could not be sent is read. */
  drained(): void
}

/** How far a page has come: 0 is before the first message, null is from now on. */
export interface Followed {
  readonly topic: string
  readonly key: string
  readonly after: number | null
}

interface Following extends Followed {
  readonly served: ServedTopic
  last: number | null
  /** `asking`: whether they may, or what they missed. Messages wait for it. */
  state: "asking" | "live" | "behind" | "ended"
  heardMeanwhile: boolean
  /** Counts the questions: only the latest answer counts. */
  asked: number
}

const MOST_FOLLOWED = 50
// Nothing was told after it: asks only whether one may.
const FROM_NOW_ON = Number.MAX_SAFE_INTEGER

export function createTopicFeed(options: {
  topics: ReadonlyMap<string, ServedTopic>
  followed: readonly Followed[]
  /** Who follows, as they are now. */
  caller(): Promise<Caller>
  /** False: the page takes nothing in. */
  send(event: "topic" | "topic-ended", data: object): boolean
  log: Log
}): TopicFeed {
  const { topics, send, log } = options
  const following = options.followed.slice(0, MOST_FOLLOWED).flatMap((one): Following[] => {
    const served = topics.get(one.topic)
    if (served) return [{ ...one, served, last: one.after, state: "asking", heardMeanwhile: false, asked: 0 }]
    const ended = { topic: one.topic, key: one.key, reason: `Nobody tells "${one.topic}".` }
    // Not before the page is there to be told.
    queueMicrotask(() => send("topic-ended", ended))
    return []
  })
  for (const one of following) void ask(one)

  /** May they, and what have they missed? */
  async function ask(one: Following): Promise<void> {
    one.state = "asking"
    one.heardMeanwhile = false
    one.asked += 1
    const { asked } = one
    const { presence } = one.served.topic
    try {
      const caller = await options.caller()
      const input = presence ? { key: one.key } : { key: one.key, after: one.last ?? FROM_NOW_ON }
      const answer = (await one.served.follow(caller, input as never)) as { messages?: (object & Numbered)[] }
      if (asked !== one.asked) return
      const isSent = presence || (answer.messages ?? []).every((message) => tell(one, message))
      one.state = isSent ? "live" : "behind"
    } catch (error) {
      if (asked !== one.asked) return
      if (error instanceof PlatformError && REFUSALS.has(error.code)) return end(one, error.message)
      // The database is away: asked again with the next message, or in a while.
      log.debug("What a page follows could not be read.", { topic: one.topic, error })
      one.state = "behind"
      return
    }
    if (one.heardMeanwhile && one.state === "live" && !presence && one.last !== null) await ask(one)
  }

  function end(one: Following, reason: string): void {
    one.state = "ended"
    send("topic-ended", { topic: one.topic, key: one.key, reason })
  }

  /** False when the page took it not in. What it has already is no news to it. */
  function tell(one: Following, message: object & Partial<Numbered>): boolean {
    const { sequence } = message
    if (sequence !== undefined && one.last !== null && sequence <= one.last) return true
    if (!send("topic", { topic: one.topic, key: one.key, message })) return false
    if (sequence !== undefined) one.last = sequence
    return true
  }

  function hear(one: Following, message: object & Partial<Numbered>): void {
    if (one.state === "asking") one.heardMeanwhile = true
    if (one.state === "behind") void ask(one)
    if (one.state !== "live") return
    const isNext = one.last === null || message.sequence === undefined || message.sequence <= one.last + 1
    if (!isNext) void ask(one)
    else if (!tell(one, message) && !one.served.topic.presence) one.state = "behind"
  }

  return {
    hear({ topic, key, message }) {
      for (const one of following) if (one.topic === topic && one.key === key) hear(one, message)
    },
    recheck() {
      for (const one of following) if (one.state !== "ended") void ask(one)
    },
    drained() {
      for (const one of following) if (one.state === "behind") void ask(one)
    },
  }
}

/** Whoever is refused hears nothing more, and is told so once. */
const REFUSALS: ReadonlySet<string> = new Set([
  "forbidden",
  "not_found",
  "unauthenticated",
  "insufficient_scope",
  "invalid_input",
])
