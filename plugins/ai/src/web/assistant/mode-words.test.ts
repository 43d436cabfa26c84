import { describe, expect, it } from "vitest"
import { modesAfter } from "./mode-words.ts"

const auto = (read: Parameters<typeof modesAfter>[0]) => modesAfter(read).find(({ id }) => id === "auto")!

describe("what applying by itself means here and now", () => {
  it("promises to ask after text from outside and what colleagues wrote, while nobody else has spoken", () => {
    expect(auto({ class: "own" })).toMatchObject({
      label: "Apply by itself",
      sentence: expect.stringMatching(/text from outside, or what colleagues wrote/),
    })
  })

  it("says that it asks now, why, and where the words stand", () => {
    expect(auto({ class: "outside", what: "the answer of example.com" })).toMatchObject({
      label: "Apply by itself, asks now",
      sentence: expect.stringContaining("has read text from outside (the answer of example.com)"),
    })
    expect(auto({ class: "colleague", what: "“Checkout is down”" }).sentence).toContain(
      "unless an administrator trusts colleagues: the assistant has read what they wrote (“Checkout is down”)",
    )
  })
})
