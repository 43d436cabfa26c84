import type { AnyProcedure, InputOf, OutputOf } from "../../contract/procedure.ts"
import { MOST_TOPIC_BYTES, type Numbered, type Topic } from "../../contract/topic.ts"
import { DeveloperError } from "../../errors.ts"
import type { AnyVerb, Verb } from "../implement.ts"

/** A topic as its plugin registers it. */
export interface ServedTopic {
  readonly topic: Topic
  /** Called as whoever follows: when they begin, for what they missed, and whenever their rights may have changed. */
  readonly follow: AnyVerb
}

/**
 * `follow` is the read that decides who hears it. It takes `{ key, after }` and answers `{ messages }` with what was told
 * after that number; for presence it takes `{ key }`, and its answer is for nobody.
 */
export function topic<Message extends object, P extends AnyProcedure>(
  of: Topic<Message>,
  options: { follow: Verb<P> & Follows<Message, P> },
): ServedTopic {
  return { topic: of as unknown as Topic, follow: options.follow as unknown as AnyVerb }
}

/** Anything else does not compile. */
type Follows<Message, P extends AnyProcedure> = Message extends Numbered
  ? { key: string; after: number } extends InputOf<P>
    ? OutputOf<P> extends { messages: readonly Message[] }
      ? unknown
      : never
    : never
  : { key: string } extends InputOf<P>
    ? unknown
    : never

/** What a verb told; sent after its commit. */
export interface Told {
  readonly topic: string
  readonly key: string
  readonly message: object
}

export function tellOf(plugin: string, { id, message: schema }: Topic, key: string, message: object): Told {
  if (!id.startsWith(`${plugin}.`))
    throw new DeveloperError(`Plugin "${plugin}" tells the topic "${id}", which is another plugin's.`)
  const told = schema.parse(message)
  const bytes = Buffer.byteLength(JSON.stringify(told))
  if (bytes > MOST_TOPIC_BYTES || key.length > MOST_KEY)
    throw new DeveloperError(
      `A message of the topic "${id}" has ${bytes} bytes and a key of ${key.length} characters; ${MOST_TOPIC_BYTES} and ${MOST_KEY} are the most. Tell what changed and let pages read the rest.`,
    )
  return { topic: id, key, message: told }
}

const MOST_KEY = 200
