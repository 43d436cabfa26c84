export interface CompactionRow {
  id: string
  role: "user" | "assistant"
  tokens: number
}

/** What to assume of a model whose window nobody has told us: the smallest that is still common. */
export const DEFAULT_WINDOW_TOKENS = 32_000

/** Compaction starts before the window is full, because the estimate may be low. */
const FULL = 0.9
/** It makes room for several turns: folding a little before each of them would cost a summary every time. */
const TARGET = 0.5

/**
 * Which of the rows since the last summary fold into it. Null when all of them fit, or when nothing can be folded: the
 * latest user row and what follows always stay, so one giant row is folded once or not at all. Calls and their results
 * share a row, so a cut between rows parts none of them.
 */
export function planCompaction<Row extends CompactionRow>(ask: {
  /** Oldest first, without those the summary covers. */
  rows: readonly Row[]
  summaryTokens: number
  /** The system prompt, tool schemas, memory. */
  overheadTokens: number
  windowTokens: number | null
  reservedOutputTokens: number
}): { fold: Row[]; keep: Row[] } | null {
  const { rows } = ask
  const window = ask.windowTokens && ask.windowTokens > 0 ? ask.windowTokens : DEFAULT_WINDOW_TOKENS
  // A small window must not be taken up by what is reserved.
  const reserved = Math.min(ask.reservedOutputTokens, window / 2)
  const room = Math.max(0, window - reserved - ask.overheadTokens)
  let used = ask.summaryTokens + rows.reduce((sum, { tokens }) => sum + tokens, 0)
  if (used <= room * FULL) return null

  const lastUser = rows.findLastIndex(({ role }) => role === "user")
  const most = Math.max(0, lastUser)
  let count = 0
  // What is kept begins with a user row where it can: an answer without its question is hard to make sense of.
  while (count < most && (used > room * TARGET || rows[count]!.role === "assistant")) {
    used -= rows[count]!.tokens
    count += 1
  }
  return count === 0 ? null : { fold: rows.slice(0, count), keep: rows.slice(count) }
}
