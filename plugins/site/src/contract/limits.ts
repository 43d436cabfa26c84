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
