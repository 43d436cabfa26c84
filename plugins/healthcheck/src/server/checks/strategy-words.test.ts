import { toJsonSchema } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { OPERATOR_WORDS } from "../../contract/assertion-words.ts"
import { strategies } from "../../probe/strategies.ts"
import { type ConfigField, fieldsOf, type Shape, spelled } from "../../web/config-shape.ts"
import { choiceInWords } from "../../web/config-words.ts"
import { describeCollector } from "./describe-strategies.ts"

/** A card shows words in place of what is stored, so that two things that are stored are never the same words. */
describe("the words of ways to check", () => {
  it("are others for every operator", () => expectApart(Object.values(OPERATOR_WORDS), "operators"))

  it.each(strategies.map((strategy) => [strategy.id, strategy] as const))(
    "are others for every field, choice and result of %s",
    (_, { config, collectors }) => {
      expectFieldsApart(fieldsOf(toJsonSchema(config, "input")))
      const described = collectors.map(describeCollector)
      expect(described.length).toBeGreaterThan(0)
      // A title alone stands for its collector where its field is called the same.
      const subjects = described.flatMap(({ title, fields }) =>
        fields.map((field) => (field.title === title ? title : `${title}: ${field.title}`)),
      )
      expectApart(subjects, "what must hold")
      expectApart(
        described.map(({ title }) => title),
        "collectors",
      )
    },
  )
})

function expectFieldsApart(fields: readonly ConfigField[]): void {
  expectApart(
    fields.map(({ title }) => title),
    "fields",
  )
  for (const { shape } of fields) expectShapeApart(shape)
}

function expectShapeApart(shape: Shape): void {
  if (shape.kind === "choice")
    expectApart(
      shape.options.map((one) => choiceInWords(shape.options, one)),
      "choices",
    )
  if (shape.kind === "group") expectFieldsApart(shape.fields)
  if (shape.kind === "list") expectShapeApart(shape.item)
  if (shape.kind !== "variants") return
  expectApart(
    shape.variants.map(({ value }) => spelled(value)),
    "kinds",
  )
  for (const { fields } of shape.variants) expectFieldsApart(fields)
}

function expectApart(words: readonly string[], of: string): void {
  expect([...new Set(words.map((word) => word.toLowerCase()))], of).toHaveLength(words.length)
}
