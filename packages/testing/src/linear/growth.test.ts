import { expect, it } from "vitest"
import { growth, PIECES } from "./growth.fixture.ts"

const WHOLE = "a".repeat(4_000)
const PIECE = WHOLE.slice(0, WHOLE.length / PIECES)
// The system counts a thread's time by a few milliseconds at once, so less than ten say nothing.
const BOUNDS = { enoughMs: 10, mostMs: 2_000 }

/** So many steps, which no compiler leaves out. */
function work(steps: number): number {
  let sum = 0
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) % 1_000_003
  return sum
}
const ofEach = (text: string) => work(text.length * WHOLE.length)

it("tells work for every pair of characters from work for every character", () => {
  expect(growth((text) => work(text.length ** 2), WHOLE, PIECE, BOUNDS)).toMatch(/^4000 characters, /)
  expect(growth(ofEach, WHOLE, PIECE, BOUNDS)).toBeNull()
})

it("takes nobody for slow whom the machine held up for a while", () => {
  let heldUp = 4
  const run = (text: string) => {
    ofEach(text)
    if (text !== WHOLE || heldUp-- <= 0) return
    for (let more = 0; more < 9; more += 1) ofEach(text)
  }
  expect(growth(run, WHOLE, PIECE, BOUNDS)).toBeNull()
  expect(heldUp).toBeLessThan(0)
})

it("takes what takes much too long for slow, however it grows", () => {
  expect(growth(ofEach, WHOLE, PIECE, { enoughMs: 1, mostMs: 1 })).not.toBeNull()
})
