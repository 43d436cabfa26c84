import type { Told } from "../access/points/topic.ts"
import { MOST_TOPIC_BYTES } from "../contract/topic.ts"
import type { Signals } from "../signals/signals.ts"

const CHANNEL = "topics"
// Beside the message: what it is about.
const MOST_BYTES = MOST_TOPIC_BYTES + 1_000

export function publishTold(signals: Signals, told: readonly Told[]): void {
  signals.publish(
    CHANNEL,
    told.map((one) => JSON.stringify(one)),
    MOST_BYTES,
  )
}

export function hearTold(signals: Signals, hear: (told: Told) => void): () => void {
  return signals.subscribe(CHANNEL, (message) => hear(JSON.parse(message) as Told))
}
