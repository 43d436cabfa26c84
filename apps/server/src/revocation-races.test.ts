import { expect, it } from "vitest"
import { raceRevocations } from "./revocation-races.fixture.ts"

const race = await raceRevocations()

it("applies nothing on one server after another has answered that the right is gone, in 40 races", async () => {
  const { races, before, refused, after } = await race(40)
  expect([races, after]).toEqual([40, 0])
  // Races that one side always wins would prove nothing.
  expect(Math.min(before, refused)).toBeGreaterThan(5)
})
