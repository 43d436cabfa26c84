import { UnavailableError } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import type { FinishedRun } from "./finished-run.ts"
import { createStoreQueue } from "./store-queue.ts"

const runs = (count: number) =>
  Array.from({ length: count }, (_, targetId) => ({ claim: { targetId }, leaseEndsAt: performance.now() + 60_000 }))

/** A queue over a database that answers as `refuse` says. */
function queueOver(refuse: (targetIds: number[]) => Error | undefined) {
  const stored: number[] = []
  const tries: number[] = []
  const queue = createStoreQueue(
    async (batch: readonly FinishedRun[]) => {
      const ids = batch.map(({ claim }) => claim.targetId)
      tries.push(ids.length)
      const error = refuse(ids)
      if (error) throw error
      stored.push(...ids)
    },
    { warn: () => {} },
  )
  return { queue, stored, tries }
}

describe("a batch that the database refuses", () => {
  it("is stored without the runs that it refuses", async () => {
    const { queue, stored, tries } = queueOver((ids) =>
      ids.some((id) => id === 17 || id === 301) ? new Error("invalid input syntax for type json") : undefined,
    )
    for (const run of runs(400)) queue.add(run as never)
    await queue.drain()
    expect(stored).toHaveLength(398)
    expect(new Set(stored).size).toBe(398)
    expect(tries.length).toBeLessThan(40)
  })

  it("is left as it is while there is no database", async () => {
    const { queue, stored, tries } = queueOver(() => new UnavailableError("The database is away."))
    for (const run of runs(400)) queue.add(run as never)
    await queue.drain()
    expect({ stored, tries }).toEqual({ stored: [], tries: [400] })
  })

  it("does not ask for each run where none can be stored", async () => {
    const { queue, tries } = queueOver(() => new Error("there is no partition for it"))
    for (const run of runs(400)) queue.add(run as never)
    await queue.drain()
    expect(tries.length).toBeLessThan(90)
  })
})
