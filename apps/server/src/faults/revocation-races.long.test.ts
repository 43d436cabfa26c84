import { expect, it } from "vitest"
import { RACED, raceRevocations } from "./revocation-races.fixture.ts"

const race = await raceRevocations()

it("applies nothing on one server after another has answered that the right is gone, in 1,000 races", {
  timeout: 1_500_000,
}, async () => {
  const { races, ways, before, refused, after } = await race(1_000, 101)
  console.log(`${races} races: ${before} applied before the answer, ${refused} refused, ${after} applied after it.`)
  for (const [verb, { before, refused }] of Object.entries(ways)) console.log(`${verb}: ${before}, ${refused}`)
  expect(after).toBe(0)
  expect(Object.keys(ways).sort()).toEqual([...RACED].sort())
  expect(before + refused).toBe(races)
  expect(Math.min(before, refused)).toBeGreaterThan(100)
})
