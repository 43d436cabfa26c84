import { RateLimitedError } from "@countersign/core/server"

/** Anybody may write down anybody's address: a test is a message that its receiver did not ask for. */
const MOST = 20
const WITHIN_MS = 10 * 60_000

/** Tests of each person or application lately, in this process: with several servers each allows as many. */
const lately = new Map<string, number[]>()

export function demandTestLeft(principalId: string, now = performance.now()): void {
  for (const [id, at] of lately) if (at.at(-1)! <= now - WITHIN_MS) lately.delete(id)
  const recent = (lately.get(principalId) ?? []).filter((at) => at > now - WITHIN_MS)
  if (recent.length >= MOST) {
    const seconds = Math.ceil((recent[0]! + WITHIN_MS - now) / 1_000)
    throw new RateLimitedError(
      `You have sent ${MOST} test messages in the last ten minutes. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      seconds,
    )
  }
  lately.set(principalId, [...recent, now])
}
