import { expect, it } from "vitest"
import { z } from "zod"
import { cardWords } from "../../contract/card-words.ts"
import { secretField } from "../../contract/plugin-settings.ts"
import { changeOf, settingsFields, typedOf } from "./settings-fields.ts"

const fields = settingsFields(
  z.object({
    word: cardWords(z.string().max(20).default("Hello"), { label: "Word" }).describe("Begins each greeting."),
    every: cardWords(z.int().default(5), { label: "Minutes" }),
    loud: cardWords(z.boolean().default(false), { label: "Loud" }),
    tone: cardWords(z.enum(["warm", "cool"]).default("warm"), {
      label: "Tone",
      values: { warm: "Warm", cool: "Cool" },
    }),
    note: cardWords(z.string().nullable().default(null), { label: "Note" }),
    token: cardWords(secretField("A token"), { label: "Token" }),
  }),
)

it("draws each field by what it takes, in the schema's words", () => {
  expect(fields.map(({ name, label, shape }) => [name, label, shape])).toEqual([
    ["word", "Word", "text"],
    ["every", "Minutes", "number"],
    ["loud", "Loud", "yes-no"],
    ["tone", "Tone", "choice"],
    ["note", "Note", "text"],
    ["token", "Token", "secret"],
  ])
  expect(fields[0]?.hint).toBe("Begins each greeting.")
  expect(fields[3]?.options).toEqual([
    { value: "warm", label: "Warm" },
    { value: "cool", label: "Cool" },
  ])
})

it("shows what is stored, and sends only what was changed, as the verb takes it", () => {
  const values = { word: "Hi", every: 7, loud: true, tone: "cool", note: null }
  expect(typedOf(fields, { values, secrets: { token: true }, version: 1 })).toEqual({
    word: "Hi",
    every: "7",
    loud: true,
    tone: "cool",
    note: "",
    token: "",
  })
  expect(changeOf(fields, { every: "9", loud: false })).toEqual({ every: 9, loud: false })
  expect(changeOf(fields, { every: "often", note: "" })).toEqual({ every: "often", note: null })
  expect(changeOf(fields, { token: "a new one" })).toEqual({ token: "a new one" })
})
