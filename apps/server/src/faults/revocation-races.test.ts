import { expect, it } from "vitest"
import { raceRevocations } from "./revocation-races.fixture.ts"

const race = await raceRevocations()

it("applies nothing on one server after another has answered that the right is gone, in whichever of eight ways", {
  timeout: 120_000,
}, async () => {
  // Races that one side always wins would prove nothing.
  const { races, ways, before, refused, after } = await race(40, 6)
  expect(after).toBe(0)
  expect(before + refused).toBe(races)
  expect(Object.keys(ways).sort()).toEqual(
    ["application", "grant", "key", "privacy", "role", "rule", "session", "team"].sort(),
  )
  expect(Math.min(before, refused)).toBeGreaterThan(5)
})
