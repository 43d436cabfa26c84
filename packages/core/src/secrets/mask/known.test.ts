import { describe, expect, it } from "vitest"
import { cpuMsOf } from "../../../../testing/src/measure.ts"
import { createMask } from "./mask.ts"

const secretOf = (index: number) => `v${((index + 1) * 2_654_435_761).toString(36)}-${index}!`

describe("known values", () => {
  it("of which there are 5,000 are all masked, the first as well as the last, and cost little more than ten", () => {
    const few = createMask()
    const many = createMask()
    for (let index = 0; index < 10; index++) few.remember(secretOf(index))
    for (let index = 0; index < 5_000; index++) {
      many.remember(secretOf(index))
      // In between, as a running server does.
      if (index % 50 === 0) expect(many.mask(`a ${secretOf(index)} b`)).toBe("a [redacted] b")
    }
    for (let index = 0; index < 5_000; index++) expect(many.mask(secretOf(index))).toBe("[redacted]")

    const prose = "The incident on checkout was resolved by Ana in 12 ms; see https://example.test/a?b=2 for more.\n"
    const text = prose.repeat(5_000)
    const cost = (mask: (text: string) => string) => Math.min(...Array.from({ length: 5 }, () => timeOf(mask)))
    const timeOf = (mask: (text: string) => string) => cpuMsOf(() => expect(mask(text)).toBe(text))
    expect(cost(many.mask)).toBeLessThan(cost(few.mask) * 5)
  })

  it("are forgotten beyond 20,000, the oldest first, and never without a word", () => {
    const forgotten: number[] = []
    const { mask, remember } = createMask({ onForget: (count) => forgotten.push(count) })
    for (let index = 0; index <= 20_000; index++) remember(secretOf(index))
    expect(forgotten).toEqual([2_000])
    expect(mask(secretOf(0))).toBe(secretOf(0))
    expect(mask(`${secretOf(2_000)} ${secretOf(20_000)}`)).toBe("[redacted] [redacted]")
  })
})

describe("an answer", () => {
  const { answering, mask, remember } = createMask()
  for (const value of ["Autumn2026!", "autumn-harbour", "482915", "swan lake", "Autumn2026!-and-more"]) remember(value)
  const sentence = 'No Autumn2026!, autumn-harbour, 482915, swan%20lake, "QXV0dW1uMjAyNi"'

  it.each([
    ["as it is", { a: ["x Autumn2026! y"] }, "Autumn2026!"],
    ["as the name of a field", { a: { "Autumn2026!": 1 } }, "Autumn2026!"],
    ["as a number", { a: 482_915 }, "482915"],
    ["in capitals", { a: "AUTUMN-HARBOUR" }, "autumn-harbour"],
    ["in JSON inside of a field", { a: '{"b":"Aut\\u0075mn2026!"}' }, "Autumn2026!"],
    ["encoded once more", { a: "swan+lake" }, "swan%20lake"],
    ["in base64", { a: "QXV0dW1uMjAyNi" }, "Autumn2026!"],
    ["inside of a longer one", { a: "Autumn2026!-and-more" }, "Autumn2026!"],
  ])("repeats a known value that was sent %s, and no other", (_how, sent, left) => {
    const told = answering(sent)(sentence)
    expect(mask(sentence)).not.toContain(left)
    expect(told).toContain(left)
    expect(told).toContain("[redacted]")
  })

  it("masks what has the shape of a credential, sent or not", () => {
    const said = "password=hunter2-hunter2"
    expect(answering(said)(said)).toBe("password=[redacted]")
  })

  it("masks the lines of a key that begins as many do", () => {
    const key = createMask()
    key.remember("-----BEGIN SOMETHING-----\nabcdefghijklmnopqrstuvwxyz\n-----END SOMETHING-----")
    const said = "abcdefghijklmnopqrstuvwxyz"
    expect(key.answering("-----BEGIN SOMETHING-----")(said)).toBe("[redacted]")
  })
})

describe("words that somebody writes", () => {
  it("are masked by values that nobody can guess, and by no others", () => {
    const { words, remember } = createMask()
    for (const value of ["Autumn2026!", "482915", "q7Zk21mXv9Lp4Rt8Ws3Yb6Nd"]) remember(value)
    expect(words.mask("Autumn2026! 482915 q7Zk21mXv9Lp4Rt8Ws3Yb6Nd")).toBe("Autumn2026! 482915 [redacted]")
  })
})
