import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import { type RankedList, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { toJsonSchema } from "../../../../packages/core/src/http/json-schema.ts"
import { platformPlugin } from "../../../../packages/core/src/reserved/platform-plugin.ts"
import { faces, registered } from "./registered.fixture.ts"

const testing = await testPlatform({ plugins: registered })
const { platform, as } = testing
const root = await as("root", "administrator")
const verbs = [platformPlugin, ...registered].flatMap(({ contract }) => Object.values(contract) as AnyProcedure[])
const ranked = verbs.filter((verb) => sortsOf(verb).includes("match"))

interface Thing {
  name: string
  /** Whatever else the list searches. */
  text: string
  tags?: string[]
}

/** In the order in which they are to be found, made in another. Their names alone would order them otherwise. */
const FOUND: readonly Thing[] = [
  { name: "product search", text: "" },
  { name: "Product, the", text: "" },
  { name: "A Product list", text: "" },
  { name: "Byproduct", text: "" },
]
const BY_TAG: Thing = { name: "Aardvark", text: "", tags: ["product"] }
const BY_TEXT: Thing = { name: "A image delivery", text: "Pictures of every product" }
const OTHER: Thing = { name: "Produce", text: "Apples", tags: ["fruit"] }

/** Every list that pickers and the palette rank, with a way to fill it. */
const LISTS: Readonly<Record<string, RankedList>> = Object.assign({}, ...faces.map(({ ranked = {} }) => ranked))

describe("the order of what was searched for", () => {
  it("is known for every list that has it", () => {
    expect(Object.keys(LISTS).sort()).toEqual(ranked.map((verb) => metaOf(verb).id).sort())
  })

  it.each(ranked.map((verb) => [metaOf(verb).id, verb] as const))(
    "of %s is the beginning of a name, then a name, then tags, then the rest, also from page to page",
    async (id, verb) => {
      const { tags, name = "name", input = {}, typed = "text", namesAlone, make } = LISTS[id]!
      const byText = namesAlone ? [] : [BY_TEXT]
      for (const thing of [OTHER, ...byText, ...FOUND.toReversed(), ...(tags ? [BY_TAG] : [])])
        await make(testing, thing)
      const expected = [...FOUND, ...(tags ? [BY_TAG] : []), ...byText].map((thing) => thing.name)
      const find = async (more: object) =>
        (await platform.call(root, verb, {
          [typed]: "Product",
          sort: "match",
          direction: "asc",
          ...input,
          ...more,
        })) as {
          items: Record<string, string>[]
          nextCursor: string | null
        }

      expect((await find({})).items.map((item) => item[name])).toEqual(expected)

      const paged: (string | undefined)[] = []
      let page = await find({ limit: 1 })
      for (;;) {
        paged.push(...page.items.map((item) => item[name]))
        if (!page.nextCursor) break
        expect(paged.length).toBeLessThan(expected.length)
        page = await find({ limit: 1, after: page.nextCursor })
      }
      expect(paged).toEqual(expected)
      expect((await find({ [typed]: "%" })).items).toEqual([])
    },
  )
})

function sortsOf(verb: AnyProcedure): string[] {
  const { sort } = (toJsonSchema(inputSchemaOf(verb), "input").properties ?? {}) as { sort?: { enum?: string[] } }
  return sort?.enum ?? []
}
