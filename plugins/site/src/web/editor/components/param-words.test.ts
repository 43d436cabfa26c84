import { expect, it } from "vitest"
import { paramAttribute, paramName } from "../../../document.ts"
import { paramFrom, wordsOf } from "./param-words.ts"

it("a parameter is named by words, and read as words", () => {
  expect(paramFrom("Button label")).toBe("buttonLabel")
  expect(paramFrom("title")).toBe("title")
  expect(paramFrom("  URL of picture 2 ")).toBe("uRLOfPicture2")
  for (const none of ["", "  ", "2nd", "Ü", "x".repeat(41)]) expect(paramFrom(none), none).toBeNull()
  expect(wordsOf("buttonLabel")).toBe("Button label")
  for (const name of ["title", "buttonLabel", "a1B"]) expect(paramName(paramAttribute(name))).toBe(name)
  expect(paramName("data-component")).toBeNull()
})
