import type { Usage } from "@countersign/llm"
import type { Runtime } from "../access/runtime.ts"
import type { SpendCap } from "../contract/chat/connection.ts"
import { disbelieveSpend, reserveSpend, type SpendEntry, settleAndReserve, settleSpend } from "./spend.ts"

/** A call that is over, with what had been set aside for it. */
export interface EndedCall {
  spendId: string
  usage: Usage
  costUsd: number | null
  /** What the provider reported cannot be true: it counts with what was set aside. */
  unbelievable: boolean
  reserved: { reservedTokens: number; reservedUsd: number | null }
}

/** The calls of one turn, which follow each other: the end of one travels with the reservation of the next. */
export interface SpendLedger {
  reserve(entry: SpendEntry, cap: SpendCap | null): Promise<string>
  /** Never throws: a ledger that cannot be written must not lose the answer. */
  settle(call: EndedCall): Promise<void>
  /** Settles what is still owed. No turn ends without it. */
  close(): Promise<void>
}

/** A tool may run for minutes; until then its step counts with what was set aside, which is more. */
const LONGEST_OWED_MS = 1_000

export function createSpendLedger(runtime: Pick<Runtime, "database" | "log">): SpendLedger {
  const { database } = runtime
  let owed: EndedCall | null = null
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function take(): EndedCall | null {
    clearTimeout(timer)
    const call = owed
    owed = null
    return call
  }

  function writeOwed(): Promise<void> {
    const call = take()
    if (call) writing = Promise.all([writing, settleQuietly(runtime, call)]).then(() => {})
    return writing
  }

  return {
    async reserve(entry, cap) {
      const call = take()
      if (!call) return reserveSpend(database, entry, cap)
      try {
        return await settleAndReserve(database, call, entry, cap)
      } catch (error) {
        // Settled or not: once more changes nothing.
        owed = call
        if ((error as { code?: unknown }).code !== DEADLOCK) throw error
        await writeOwed()
        return reserveSpend(database, entry, cap)
      }
    },
    async settle(call) {
      await writeOwed()
      // Others must not go on spending what this one has spent already.
      if (isOver(call)) return settleQuietly(runtime, call)
      owed = call
      timer = setTimeout(writeOwed, LONGEST_OWED_MS)
    },
    close: writeOwed,
  }
}

/** With the sweep that abandons calls of two different hours, which takes their rows in no order. */
const DEADLOCK = "40P01"

/** A ledger that cannot be written must not lose the answer; the sweep counts what was set aside instead. */
export async function settleQuietly(
  { database, log }: Pick<Runtime, "database" | "log">,
  call: Omit<EndedCall, "reserved">,
): Promise<void> {
  const { spendId } = call
  try {
    await (call.unbelievable
      ? disbelieveSpend(database, spendId)
      : settleSpend(database, spendId, call.usage, call.costUsd))
  } catch (error) {
    log.error("What a call of a model used could not be written down; it counts with what was reserved for it.", {
      spendId,
      error,
    })
  }
}

function isOver({ usage, costUsd, unbelievable, reserved }: EndedCall): boolean {
  if (unbelievable) return false
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage
  const tokens = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens
  return tokens > reserved.reservedTokens || (costUsd ?? 0) > (reserved.reservedUsd ?? 0)
}
