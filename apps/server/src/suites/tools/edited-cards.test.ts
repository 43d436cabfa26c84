import { describe, expect, it } from "vitest"
import { inputFields } from "../../../../../packages/core/src/proposals/input-fields.ts"
import { createToolRegistry } from "../../../../../packages/core/src/tools/registry.ts"
import { plugins as webPlugins } from "../../../../web/src/plugins.ts"
import { examples, registered } from "../registered.fixture.ts"

const changing = createToolRegistry(registered).tools.filter(({ effect }) => effect !== "read")
const forms = new Map(
  webPlugins.flatMap(({ cards }) =>
    Object.entries(cards).flatMap(([tool, { editHref }]) => (editHref ? [[tool, editHref]] : [])),
  ),
)

/** Of a rule of repetition, a form knows more than a dialog; and a way to check is none that a person would write. */
const CODES = /^(rrule|strategyId)$/

/** Every registered tool that changes something: whoever asked for it may change it before anybody signs. */
describe("what is asked for is changed", () => {
  it("somewhere by a plugin's own form, and mostly in a dialog", () => {
    expect(forms.size).toBeGreaterThan(4)
    expect(changing.length).toBeGreaterThan(30)
  })

  it.each(changing.map((tool) => [tool.name, tool] as const))(
    "%s: without JSON, ids and instants to write",
    (name, tool) => {
      if (forms.has(name)) return
      const fields = inputFields(tool).filter(({ isTarget }) => !isTarget)
      expect(
        fields.filter(({ shape }) => shape.kind === "json").map((field) => field.name),
        "JSON",
      ).toEqual([])
      expect(
        fields.filter((field) => CODES.test(field.name)).map((field) => field.name),
        "a code",
      ).toEqual([])
      const texts = fields
        .filter(({ shape }) => shape.kind === "text" || shape.kind === "texts")
        .map((field) => field.name)
      expect(
        texts.filter((text) => /^(id|at|until)$|Ids?$|At$/.test(text)),
        "an id or an instant",
      ).toEqual([])
      expect(examples[name], `Add an example of ${name} to its plugin's testing face.`).toBeDefined()
    },
  )
})
