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

  it("names the field whose text is no number or no JSON", () => {
    for (const [name, text] of [
      ["minutes", "lots"],
      ["options", "{"],
    ] as const) {
      const draft = { ...draftOf(FIELDS, INPUT, () => undefined), [name]: text }
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
