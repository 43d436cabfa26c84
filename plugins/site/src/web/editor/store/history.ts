/** What one tab did, to be taken back and done again: gestures, each with the batches it was sent by. */
import type { NodeId, OthersChange, Shifting, SingleCommand } from "../../../document.ts"

/** A batch of this tab. */
export interface Own {
  readonly key: string
  /** Takes it back, told for the document right after it. */
  readonly inverse: readonly SingleCommand[]
  /** Infinity until the server has put it in order: nobody can have come after it. */
  readonly sequence: number
}

export interface Step {
  readonly name: string
  readonly batches: readonly Own[]
  /** Typing in one place goes on being one step until there is a pause. */
  readonly typing: string | null
  readonly at: number
  /** What was selected before and after. */
  readonly before: readonly NodeId[]
  readonly after: readonly NodeId[]
}

export const TYPING_PAUSE_MS = 1_000
/** The oldest are forgotten beyond it: each holds what it removed. */
const MOST_STEPS = 500

export function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const last = steps.at(-1)
  const goesOn = last && step.typing !== null && last.typing === step.typing && step.at - last.at < TYPING_PAUSE_MS
  if (!goesOn) return [...steps.slice(-MOST_STEPS + 1), step]
  const merged = { ...last, batches: [...last.batches, ...step.batches], at: step.at, after: step.after }
  return [...steps.slice(0, -1), merged]
}

/** The batch never happened. */
export function withoutBatch(steps: readonly Step[], key: string): readonly Step[] {
  if (!steps.some(({ batches }) => batches.some((own) => own.key === key))) return steps
  return steps
    .map((step) => ({ ...step, batches: step.batches.filter((own) => own.key !== key) }))
    .filter(({ batches }) => batches.length > 0)
}

/** Others typed meanwhile: every step is told for the text as it is now, the newest first, as they would be taken back. */
export function shifted(steps: readonly Step[], shifting: Shifting): readonly Step[] {
  return steps
    .toReversed()
    .map((step) => ({
      ...step,
      batches: step.batches
        .toReversed()
        .map((own) => ({ ...own, inverse: shifting.shift(own.inverse) }))
        .toReversed(),
    }))
    .toReversed()
}

/**
 * The server has put a batch in order. Without an inverse nobody came between. Its inverse there knows what others had set just before; where letters stand now,
 * the one that was shifted knows.
 */
export function confirmed(
  steps: readonly Step[],
  key: string,
  { sequence, inverse }: { sequence: number; inverse?: readonly SingleCommand[] },
): readonly Step[] {
  if (!steps.some(({ batches }) => batches.some((own) => own.key === key))) return steps
  return steps.map((step) => ({
    ...step,
    batches: step.batches.map((own) =>
      own.key === key ? { key, sequence, inverse: inverse ? mixed(own.inverse, inverse) : own.inverse } : own,
    ),
  }))
}

function mixed(shown: readonly SingleCommand[], server: readonly SingleCommand[]): readonly SingleCommand[] {
  return server.map((command, at) => {
    const other = shown[at]
    return command.type === "spliceText" && other?.type === "spliceText" ? other : command
  })
}

export interface LaterChange extends OthersChange {
  readonly sequence: number
}

/** As `takeBack` wants it. */
export function newestFirst({ batches }: Step, others: readonly LaterChange[]) {
  return batches
    .toReversed()
    .map(({ inverse, sequence }) => ({ inverse, since: others.filter((one) => one.sequence > sequence) }))
}
