import { expect, it } from "vitest"
import { raceRevocations } from "./revocation-races.fixture.ts"

const race = await raceRevocations()

it("applies nothing on one server after another has answered that the right is gone, in 1,000 races", {
  timeout: 1_500_000,
}, async () => {
  const { races, before, refused, after } = await race(1_000)
  console.log(`1,000 races: ${before} applied before the answer, ${refused} refused, ${after} applied after it.`)
  expect([races, after]).toEqual([1_000, 0])
  expect(Math.min(before, refused)).toBeGreaterThan(100)
})
