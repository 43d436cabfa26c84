import { createTurnstile } from "@countersign/core/server"

/**
 * Drafts of checks and scripts in turn, on each server. Each holds a connection to the database while it waits for somebody else's server:
 * ten at once would stop all other requests, and whoever came after six that wait would wait for minutes where all of them meet silence.
 * Asked before the first statement of a verb, so that whoever waits holds nothing.
 */
export const inTurn = createTurnstile({
  atOnce: 3,
  waiting: 6,
  full: "Too many drafts are being tried right now. Try again in a few seconds.",
})
