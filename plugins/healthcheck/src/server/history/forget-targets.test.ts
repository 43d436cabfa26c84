import { describe, expect, it } from "vitest"
import { forgetTargets } from "./forget-targets.ts"
import { testHistory } from "./history.fixture.ts"

const { tx, ask, check } = await testHistory()

describe("forgetTargets", () => {
  it("takes targets away at once and leaves word of their history", async () => {
    const { targetIds } = await check({ environmentIds: [null, crypto.randomUUID()] })
    await forgetTargets(tx, targetIds)
    await forgetTargets(tx, [])

    expect(await ask("SELECT id FROM healthcheck.target WHERE id = ANY($1)", [targetIds])).toEqual([])
    expect(
      (await ask("SELECT target_id FROM healthcheck.forgotten_target")).map((row) => row.target_id).sort(),
    ).toEqual([...targetIds].sort())
  })
})
