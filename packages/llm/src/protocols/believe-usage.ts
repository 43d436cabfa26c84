import type { Usage } from "../model-event.ts"

/** What a provider says it counted, as it came off the wire: anything at all. */
export interface UsageClaim {
  /** All of the prompt, or what of it no cache held: `includesCached` says which. */
  input: unknown
  includesCached: boolean
  output: unknown
  cacheRead?: unknown
  cacheWrite?: unknown
  reasoning?: unknown
  costUsd?: unknown
}

/** Null where it cannot be true: providers have reported nulls, fractions, negative counts and 1e308 tokens. */
export function believeUsage(claim: UsageClaim): Usage | null {
  const { input, output, includesCached, cacheRead = 0, cacheWrite = 0, reasoning = 0, costUsd } = claim
  const [read, written, thought] = [cacheRead ?? 0, cacheWrite ?? 0, reasoning ?? 0]
  if (!isCount(input) || !isCount(output) || !isCount(read) || !isCount(written) || !isCount(thought)) return null
  if (typeof costUsd === "number" && !(costUsd >= 0 && costUsd <= MOST_USD)) return null
  return {
    inputTokens: includesCached ? Math.max(0, input - read - written) : input,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    outputTokens: output,
    reasoningTokens: thought,
    ...(typeof costUsd === "number" && { costUsd }),
  }
}

/** A hundred times the largest window there is; whoever knows the model's own can be stricter. */
const MOST_TOKENS = 1_000_000_000
/** Ten million tokens of the dearest model there is. */
const MOST_USD = 1_000

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_TOKENS
}
