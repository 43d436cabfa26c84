import type { Outcome, StatusRule, TargetStatus } from "../../../contract/status-rule.ts"

/** What is remembered of a target between its runs. All of it is bounded, whatever comes. */
export interface Memory {
  /** Its latest runs, the newest last, a letter for each: o, d, f. */
  runs: string
  /** What the rule made of the latest ones, the newest last: h, d, u. */
  verdicts: string
  /** Runs in a row that did not agree with the status. */
  doubts: number
  /** Runs in a row that timed out. */
  timeouts: number
}

export interface Standing {
  /** Null until the rule has decided for the first time. */
  status: TargetStatus | null
  /** It is held at the worst of its latest verdicts, since they keep changing. */
  flapping: boolean
  memory: Memory
}

export interface Step extends Standing {
  /** The run does not agree with the status: the next one should come soon. */
  confirm: boolean
}

export const NEW: Standing = {
  status: null,
  flapping: false,
  memory: { runs: "", verdicts: "", doubts: 0, timeouts: 0 },
}

/** Verdicts looked at for flapping, how many changes among them begin it, and how many equal ones in a row end it. */
export const FLAPPING = { verdicts: 20, changes: 4, calm: 8 }

/** The longest streak that a consecutive rule may ask for. */
const LONGEST_STREAK = 20

/** What a target is after one more run. */
export function nextStatus(before: Standing, outcome: Outcome, rule: StatusRule): Step {
  const kept = rule.kind === "window" ? rule.runs : LONGEST_STREAK
  const runs = (before.memory.runs + outcome[0]).slice(-kept)
  const decided = decide(runs, rule, lastVerdict(before))
  const { verdicts, flapping } = damp(before, decided)
  const status = decided === null ? before.status : flapping ? worstOf(verdicts) : decided
  const doubts = status === FITTING[outcome] ? 0 : Math.min(before.memory.doubts + 1, kept + 1)
  return {
    status,
    flapping,
    memory: { runs, verdicts, doubts, timeouts: before.memory.timeouts },
    // A rule that decides at all has done so after as many runs as it looks at: whatever disagrees for longer may go on.
    confirm: doubts > 0 && doubts <= kept,
  }
}

/** What a target is when no run came for long: what earlier ones said is no evidence any more. */
export function afterSilence(): Standing {
  return { ...NEW, status: "unknown" }
}

const FITTING = { ok: "healthy", degraded: "degraded", failed: "unhealthy" } as const
type Verdict = (typeof FITTING)[Outcome]

const LETTERS = { healthy: "h", degraded: "d", unhealthy: "u" } as const
const WORDS = { h: "healthy", d: "degraded", u: "unhealthy" } as const

function lastVerdict({ memory }: Standing): Verdict | null {
  return WORDS[memory.verdicts.at(-1) as keyof typeof WORDS] ?? null
}

/** Null: the rule has not seen enough to say anything yet. */
function decide(runs: string, rule: StatusRule, before: Verdict | null): Verdict | null {
  if (rule.kind === "window") {
    const failed = count(runs, "f")
    if (failed >= rule.unhealthyFrom) return "unhealthy"
    if (failed + count(runs, "d") >= rule.degradedFrom) return "degraded"
    // The first runs fill the window: one that went wrong is no reason to call it healthy.
    return before === null && !runs.endsWith("o") ? null : "healthy"
  }
  if (streak(runs, "f") >= rule.unhealthyAfter) return "unhealthy"
  if (streak(runs, "fd") >= rule.degradedAfter) return "degraded"
  if (streak(runs, "o") >= rule.healthyAfter) return "healthy"
  return before
}

function damp({ flapping, memory }: Standing, decided: Verdict | null): { verdicts: string; flapping: boolean } {
  if (decided === null) return { verdicts: memory.verdicts, flapping }
  const verdicts = (memory.verdicts + LETTERS[decided]).slice(-FLAPPING.verdicts)
  if (!flapping) return { verdicts, flapping: changesIn(verdicts) >= FLAPPING.changes }
  const isCalm = streak(verdicts, LETTERS[decided]) >= FLAPPING.calm
  // Forgotten, or the changes from before would begin it anew.
  return isCalm ? { verdicts: LETTERS[decided], flapping: false } : { verdicts, flapping: true }
}

function worstOf(verdicts: string): Verdict {
  return verdicts.includes("u") ? "unhealthy" : verdicts.includes("d") ? "degraded" : "healthy"
}

function changesIn(text: string): number {
  let changes = 0
  for (let at = 1; at < text.length; at++) if (text[at] !== text[at - 1]) changes += 1
  return changes
}

function streak(text: string, letters: string): number {
  let at = text.length
  while (at > 0 && letters.includes(text[at - 1]!)) at -= 1
  return text.length - at
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1
}
