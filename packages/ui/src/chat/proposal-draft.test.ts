import { describe, expect, it } from "vitest"
import { DraftError, draftOf, inputOf, type ProposalField, row } from "./proposal-draft.ts"

const field = (name: string, shape: ProposalField["shape"]): ProposalField => ({
  name,
  label: name,
  shape,
  isTarget: false,
})
const FIELDS = [
  field("title", { kind: "text" }),
  field("note", { kind: "text" }),
  field("minutes", { kind: "number" }),
  field("quiet", { kind: "boolean" }),
  field("ownerTeamId", { kind: "thing", type: "platform.team" }),
  field("systemIds", { kind: "things", type: "catalog.system" }),
  field("tags", { kind: "texts" }),
  field("metadata", { kind: "pairs" }),
  field("links", { kind: "rows", columns: [] }),
  field("colours", {
    kind: "rows",
    columns: [
      { name: "slug", label: "Slug", shape: { kind: "text" } },
      { name: "dark", label: "Dark", shape: { kind: "boolean" }, optional: true },
      { name: "category", label: "Category", shape: { kind: "text" }, optional: true },
    ],
  }),
  field("attributes", { kind: "pairs" }),
  field("runtime", {
    kind: "group",
    fields: [
      { name: "place", label: "Place", shape: { kind: "text" } },
      { name: "width", label: "Width", shape: { kind: "number" } },
      { name: "module", label: "Module", shape: { kind: "boolean" } },
    ],
  }),
  field("options", { kind: "json" }),
  field("unset", { kind: "text" }),
]
const INPUT = {
  id: "kept",
  title: "Search is slow",
  note: null,
  minutes: 5,
  quiet: false,
  ownerTeamId: null,
  systemIds: ["a", "b"],
  tags: ["money"],
  metadata: { tier: "1" },
  links: [{ label: "Runbook", url: "https://example.test" }],
  colours: [{ slug: "brand", dark: true }],
  attributes: { title: "Prices", hidden: null, tabindex: 3, disabled: true },
  runtime: { place: "head", width: 320, module: false },
  options: { deep: [1] },
}

describe("a proposal's draft", () => {
  it("is sent as it was asked when nothing is changed", () => {
    const draft = draftOf(FIELDS, INPUT, (id) => ({ a: "Search" })[id])
    expect(draft.systemIds).toEqual([
      { id: "a", label: "Search" },
      { id: "b", label: "b" },
    ])
    expect(inputOf(FIELDS, draft, INPUT)).toEqual(INPUT)
  })

  it("sends what was changed, and no blank rows", () => {
    const draft = {
      ...draftOf(FIELDS, INPUT, () => undefined),
      title: "Search is down",
      systemIds: [{ id: "c", label: "Checkout" }],
      metadata: [row({ name: "tier", value: "2" }), row({ name: " ", value: "" })],
      links: [row({ label: "", url: "" })],
    }
    expect(inputOf(FIELDS, draft, INPUT)).toEqual({
      ...INPUT,
      title: "Search is down",
      systemIds: ["c"],
      metadata: { tier: "2" },
      links: [],
    })
  })

  it("sends what belongs together as one, and leaves out what nothing is written of", () => {
    const draft = {
      ...draftOf(FIELDS, INPUT, () => undefined),
      runtime: { place: "bodyEnd", width: "480", module: true },
      colours: [row({ slug: "brand", dark: "false", category: "" }), row({ slug: "ink", dark: "", category: "" })],
      attributes: [row({ name: "title", value: "Plans" }), row({ name: "hidden", value: "null" })],
    }
    expect(inputOf(FIELDS, draft, INPUT)).toEqual({
      ...INPUT,
      runtime: { place: "bodyEnd", width: 480, module: true },
      colours: [{ slug: "brand", dark: false }, { slug: "ink" }],
      attributes: { title: "Plans", hidden: null },
    })
    expect(inputOf(FIELDS, { runtime: { place: "head" } }, {})).toEqual({ runtime: { place: "head" } })
  })

  it("shows several short texts in one cell of a row, and sends them as a list", () => {
    const fonts = field("fonts", {
      kind: "rows",
      columns: [
        { name: "name", label: "Name", shape: { kind: "text" } },
        { name: "variants", label: "Variants", shape: { kind: "texts" }, optional: true },
      ],
    })
    const asked = { fonts: [{ name: "Lora", variants: ["400", "700italic"] }] }
    const draft = draftOf([fonts], asked, () => undefined)
    expect(draft.fonts).toMatchObject([{ name: "Lora", variants: "400, 700italic" }])
    expect(inputOf([fonts], draft, asked)).toEqual(asked)
    const changed = { fonts: [row({ name: "Lora", variants: " 400 ,, 500" }), row({ name: "Inter", variants: "" })] }
    expect(inputOf([fonts], changed, asked)).toEqual({
      fonts: [{ name: "Lora", variants: ["400", "500"] }, { name: "Inter" }],
    })
  })

  it("names the field whose text is no number or no JSON", () => {
    for (const [name, text] of [
      ["minutes", "lots"],
      ["options", "{"],
      ["runtime.width", "wide"],
    ] as const) {
      const [of = name, part] = name.split(".")
      const draft = { ...draftOf(FIELDS, INPUT, () => undefined), [of]: part ? { [part]: text } : text }
      const failure = (() => {
        try {
          inputOf(FIELDS, draft, INPUT)
        } catch (error) {
          return error
        }
      })()
      expect(failure).toBeInstanceOf(DraftError)
      expect((failure as DraftError).body.issues).toEqual([{ path: name, message: expect.any(String) }])
    }
  })
})
