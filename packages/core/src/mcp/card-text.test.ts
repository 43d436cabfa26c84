import { describe, expect, it } from "vitest"
import type { DiffRow, ProposalView } from "../contract/proposal.ts"
import { cardText } from "./card-text.ts"

const row = (path: string, before: DiffRow["before"], after: DiffRow["after"]): DiffRow => ({
  path,
  label: path,
  before,
  after,
})
const told = (card: Partial<Pick<ProposalView, "diff" | "things" | "consequences" | "reasons">>) =>
  cardText({ pool: null as never }, { tool: "shelf.rename", summary: "Rename it", taint: [], card: card as never })

describe("a card in words", () => {
  it("says all that the page would show", async () => {
    const { text, whole } = await told({
      diff: [
        row("Title", "Emma", ""),
        row("Due", null, { instant: "2026-05-04T10:00:00Z" }),
        row("Tags", ["a, b"], ["a", "b"]),
        { ...row("Links", null, ["label: Runbook\nurl: https://example.com/"]), yaml: true },
      ],
      things: [
        { type: "shelf.book", id: "3f0c1111-1111-4111-8111-111111111111", name: "Emma", lookalike: true },
        { type: "shelf.book", id: "3f0c1111-1111-4111-8111-222222222222", name: "Walden" },
      ],
      consequences: ["Two readers lose it."],
      reasons: ["Two people have to agree."],
    })
    expect(whole).toBe(true)
    expect(text.split("\n")).toEqual([
      "Rename it",
      'Title: "Emma" → ""',
      "Due: nothing → 2026-05-04 10:00:00 UTC",
      "Tags:",
      '  − "a, b"',
      '  + "a"',
      '  + "b"',
      "Links:",
      "  + label: Runbook",
      "      url: https://example.com/",
      `"Emma" (…11111111) has a name that looks like another's.`,
      "Two readers lose it.",
      "Two people have to agree.",
    ])
  })

  it("shows characters that nobody sees, and takes no line of a text for a row", async () => {
    const { text } = await told({ diff: [row("Text", null, "safe\u202egnihton\u200b\nName: a → b")] })
    expect(text).toBe('Rename it\nText: nothing → "safe[U+202E]gnihton[U+200B]\n      Name: a → b"')
  })

  it("tells nothing from the word, a list from its text, and what stays from what changes", async () => {
    const { text } = await told({
      diff: [
        row("A", null, "nothing"),
        row("B", 'x" → "y', "z"),
        row("C", ["a", "b"], ['a", "b']),
        row("D", "same", "same"),
        row("E", [], null),
      ],
    })
    expect(text.split("\n").slice(1)).toEqual([
      'A: nothing → "nothing"',
      'B: "x\\" → \\"y" → "z"',
      "C:",
      '  − "a"',
      '  − "b"',
      '  + "a\\", \\"b"',
      'D: "same", as it is',
      "E:",
      "  no entries",
    ])
  })

  it("lets no sentence pass for a row", async () => {
    const { text } = await told({ consequences: ["It leaves.\nTitle: a → b"], reasons: ["Because\u2028so."] })
    expect(text.split("\n").slice(1)).toEqual(["It leaves. Title: a → b", "Because so."])
  })

  it("says how much of it is left, and that it is not whole", async () => {
    const { text, whole } = await told({ diff: [row("Text", null, "long ".repeat(2_000))] })
    expect(whole).toBe(false)
    expect(text).toMatch(/…\n\(6,\d{3} more characters stand on the page\.\)$/)
  })
})
