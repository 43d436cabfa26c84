import { describe, expect, it } from "vitest"
import { attributeOf, STATES, withStates } from "./states.ts"

describe("a selector on the canvas", () => {
  it("has a way into every state that the inspector offers", () => {
    for (const { id } of STATES.slice(1)) expect(withStates(`a:${id}`)).toBe(`a:is(:${id},[${attributeOf(id)}])`)
    expect(STATES).toHaveLength(6)
  })

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
