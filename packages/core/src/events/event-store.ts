import type { LazyTransaction } from "../db/transaction.ts"

/** An event as it is written down. */
export interface NewEvent {
  id: string
  event: string
  aboutType: string
  aboutId: string
  payload: object
  causation: readonly string[]
  correlationId: string
  /** Verbs that are to hear of it, by id. */
  subscribers: readonly string[]
}

/**
 * So many events may each have caused the next. Two plugins that answer each other's events without an end are found by
 * it; what people set up themselves needs two or three.
 */
export const MOST_CAUSES = 16

/** Where a delivery stands in line: behind earlier ones about the same thing. */
export const ABOUT = "about_type || ':' || about_id"

/** Events and their deliveries, as one statement: it travels with the audit rows of the change. */
export async function insertEvents(transaction: LazyTransaction, events: readonly NewEvent[]): Promise<void> {
  const given = events.map(
    ({ id, event, aboutType, aboutId, payload, causation, correlationId, subscribers }, place) => ({
      place,
      id,
      event,
      about_type: aboutType,
      about_id: aboutId,
      payload,
      causation,
      correlation_id: correlationId,
      subscribers,
    }),
  )
  await transaction.query(INSERT, [JSON.stringify(given)])
}

const INSERT = {
  name: "insert-events",
  text: `WITH given AS MATERIALIZED (
       SELECT g.*, clock_timestamp() AS at FROM jsonb_to_recordset($1::jsonb) AS g (place integer, id uuid, event text,
         about_type text, about_id text, payload jsonb, causation text[], correlation_id text, subscribers text[])),
     told AS (
       INSERT INTO platform.event (id, at, event, about_type, about_id, payload, causation, correlation_id)
       SELECT id, at, event, about_type, about_id, payload, causation, correlation_id FROM given)
     INSERT INTO platform.delivery (subscriber, about, event_id, event_at)
     SELECT s.subscriber, ${ABOUT}, id, at FROM given, unnest(subscribers) AS s(subscriber) ORDER BY place, s.subscriber`,
}
