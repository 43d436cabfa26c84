/** What a command may hold, as `document/tree/limits.ts` has it: a contract loads no code, and a test holds the two together. */
export const LIMITS = {
  nodes: 100_000,
  attributes: 500,
  classes: 10_000,
  text: 1_000_000,
  label: 200,
  title: 500,
  description: 1_000,
  address: 200,
  link: 2_000,
  hosts: 100,
  breakpoints: 12,
  tokens: 500,
} as const

/**
 * How much of what people did in the editor goes with one request, and so how much of it can be one step. A body has at most 1 MiB; a node
 * has fifteen values or so, so that many of them are reached where the bytes are.
 */
export const SENDING = { bytes: 900_000, values: 200_000, batches: 100, commands: 5_000, styleEdits: 20_000 } as const
