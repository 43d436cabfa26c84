import { call } from "@countersign/core/web"
import { MOST_TURNS } from "../../contract/turns.ts"
import { siteContract, type TurnChanges } from "../../contract.ts"

interface Asked {
  turnId: string
  answer: (turn: TurnChanges | null) => void
  fail: (error: unknown) => void
}

let waiting: Asked[] = []

/** What a turn changed, or null. All answers of a thread are drawn, and read again, together: one request asks for all of them. */
export function readTurn(turnId: string): Promise<TurnChanges | null> {
  return new Promise((answer, fail) => {
    waiting.push({ turnId, answer, fail })
    if (waiting.length === 1) queueMicrotask(send)
  })
}

function send(): void {
  const all = waiting
  waiting = []
  for (let from = 0; from < all.length; from += MOST_TURNS) {
    const some = all.slice(from, from + MOST_TURNS)
    const answered = call(siteContract.describeTurns, { turnIds: some.map(({ turnId }) => turnId) })
    for (const { turnId, answer, fail } of some)
      answered.then(({ turns }) => answer(turns.find((turn) => turn.turnId === turnId) ?? null), fail)
  }
}
