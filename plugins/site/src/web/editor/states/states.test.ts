import { describe, expect, it } from "vitest"
import { withStates } from "./states.ts"

describe("a selector on the canvas", () => {
  it.each([
    [".a:hover", ".a:is(:hover,[data-cs-hover])"],
    [
      ".card:hover .title:focus-within",
      ".card:is(:hover,[data-cs-hover]) .title:is(:focus-within,[data-cs-focus-within])",
    ],
    [":focus, :focus-visible", ":is(:focus,[data-cs-focus]), :is(:focus-visible,[data-cs-focus-visible])"],
    [".a::before", ".a::before"],
    ['[title=":hover"]', '[title=":hover"]'],
    [".hover:hover-card", ".hover:hover-card"],
  ])("%s is %s", (selector, shown) => {
    expect(withStates(selector)).toBe(shown)
  })
})
