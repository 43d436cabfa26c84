import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { HIDDEN_CHARACTERS as NAMES_REFUSE } from "../../../core/src/contract/text/hidden-characters.ts"
import { HIDDEN_CHARACTERS, hasHidden, markHidden, spellHidden } from "./hidden-characters.ts"
import { PlainText, plainly } from "./PlainText.tsx"

describe("markHidden", () => {
  it("knows the very characters that names refuse", () => {
    expect(HIDDEN_CHARACTERS.source).toBe(NAMES_REFUSE.source)
    expect(HIDDEN_CHARACTERS.flags).toBe(NAMES_REFUSE.flags)
  })

  it("names what turns a text around, and keeps every other character", () => {
    expect(markHidden("Check\u202etuo")).toEqual([
      { text: "Check" },
      { text: "\u202e", hidden: "forces right-to-left" },
      { text: "tuo" },
    ])
    expect(spellHidden("a\u{e0061}\u{e0101}\u2063b")).toBe("a[tag a][variation][U+2063]b")
  })

  it("lets line breaks and tabs show themselves, and a return only where it stands alone", () => {
    expect(hasHidden("a\n\tb\r\nc")).toBe(false)
    expect(spellHidden("a\rb")).toBe("a[return]b")
  })

  it("leaves honest texts as they are", () => {
    for (const text of ["", "Checkout", "Оплата", "I ❤\ufe0f this"])
      expect(renderToStaticMarkup(<PlainText>{text}</PlainText>)).toBe(text)
    const persian = "می\u200cخواهم"
    expect(renderToStaticMarkup(<PlainText>{persian}</PlainText>)).toBe(`<bdi>${persian}</bdi>`)
  })

  it("shows each as a mark in the page", () => {
    const html = renderToStaticMarkup(<PlainText>{"Check\u200bout"}</PlainText>)
    expect(html.match(/data-hidden-character/g)).toHaveLength(1)
    expect(html).toContain("zero-width space")
    expect(html).not.toContain("\u200b")
  })

  it("shows them as marks wherever a component takes anything, also beside other things", () => {
    for (const content of [
      "Check\u200bout",
      <>Check{"\u200b"}out</>,
      <>
        <b>new</b> {"Check\u200bout"} off
      </>,
      ["Check\u200bout", <i key="i">off</i>],
    ]) {
      const html = renderToStaticMarkup(<p>{plainly(content)}</p>)
      expect(html.match(/data-hidden-character/g)).toHaveLength(1)
      expect(html).not.toContain("\u200b")
    }
  })
})
