import { expect, it } from "vitest"
import { RACED, raceRevocations } from "./revocation-races.fixture.ts"

const race = await raceRevocations()

it(`applies nothing on one server after another has answered that the right is gone, by whichever of ${RACED.length} verbs`, {
  timeout: 120_000,
}, async () => {
  // Races that one side always wins would prove nothing.
  const { races, ways, before, refused, after } = await race(42, 6)
  expect(after).toBe(0)
  expect(before + refused).toBe(races)
  expect(Object.keys(ways).sort()).toEqual([...RACED].sort())
  expect(Math.min(before, refused)).toBeGreaterThan(5)
})
