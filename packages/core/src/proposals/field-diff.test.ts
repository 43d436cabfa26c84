import { describe, expect, it } from "vitest"
import { z } from "zod"
import { cardWords } from "../contract/card-words.ts"
import { Instant } from "../contract/paging.ts"
import { procedure } from "../contract/procedure.ts"
import { fieldDiff, labelOf } from "./field-diff.ts"

const [system, group, team] = [
  "1f0c1111-1111-4111-8111-111111111111",
  "2f0c1111-1111-4111-8111-111111111111",
  "3f0c1111-1111-4111-8111-111111111111",
]
const input = z.object({
  systemId: z.uuid(),
  version: z.int(),
  name: z.string().optional(),
  ownerTeamId: z.uuid().nullable().optional(),
  groupIds: z.array(z.uuid()).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  visibility: cardWords(z.enum(["all", "signedIn"]), {
    label: "Visible to",
    values: { all: "Everybody", signedIn: "Signed-in readers" },
  })
    .nullable()
    .default("signedIn")
    .optional(),
  links: z.array(z.object({ label: z.string(), url: z.string() })).optional(),
  contacts: z.array(z.object({ kind: z.string(), label: z.string(), value: z.string() })).optional(),
  thing: z.object({ type: z.string(), id: z.string() }).optional(),
  startsAt: Instant.optional(),
  createdAt: z.string().optional(),
})
const verb = {
  procedure: procedure({
    summary: "S.",
    effect: "mutate",
    access: "signedIn",
    input,
    output: z.object({ seenAt: Instant.nullable() }),
  }),
}
const keep = (text: string) => text
const diff = (payload: object, preview: object, mask = keep, ambiguous?: ReadonlySet<string>) =>
  fieldDiff({ verb } as never, payload as never, { summary: 'Change "Checkout"', ...preview }, mask, ambiguous)

describe("fieldDiff", () => {
  const target = {
    id: system,
    version: 3,
    name: "Checkout",
    groups: [{ id: group, name: "Payments" }],
    ownerTeam: null,
  }

  it("shows each field the payload sets, with what it was before, and the target's own id nowhere", () => {
    expect(diff({ systemId: system, version: 3, name: "Basket" }, { target })).toEqual([
      { path: "name", label: "Name", before: "Checkout", after: "Basket" },
    ])
  })

  it("knows a target that the summary does not name by the end of its id", () => {
    const { name: _, ...nameless } = target
    expect(diff({ systemId: system, name: "Basket" }, { summary: "Change it", target: nameless })).toMatchObject([
      { path: "systemId", before: "…11111111", after: "…11111111" },
      { path: "name" },
    ])
  })

  it("knows a target that may have a twin by the end of its id, its age and where it belongs", () => {
    const opened = { ...target, createdAt: "2026-05-04T10:00:00.000Z" }
    const things = [{ type: "incident.incident", id: system, name: "Checkout" }]
    const age = { instant: "2026-05-04T10:00:00.000Z" }
    expect(
      diff({ systemId: system, name: "Basket" }, { target: opened, things }, keep, new Set([system])),
    ).toMatchObject([
      { path: "systemId", before: "…11111111", after: "…11111111" },
      { path: "name" },
      { path: "groups", before: ["Payments"], after: ["Payments"] },
      { path: "createdAt", before: age, after: age },
    ])
  })

  it("knows a target by the end of its id where its name had to be changed for the sentence", () => {
    const summary = `Change the system "Old' and call it 'New"`
    const quoting = { ...target, name: 'Old" and call it "New' }
    expect(diff({ systemId: system, metadata: {} }, { summary, target: quoting })[0]?.path).toBe("systemId")
  })

  it("tells the kind of what a field of any kind refers to, and twins by the end of the id", () => {
    const shown = (type: string, ambiguous?: Set<string>) => {
      const thing = { type, id: team }
      return diff({ thing }, { things: [{ ...thing, name: "Core" }] }, keep, ambiguous)[0]?.after
    }
    expect(shown("platform.team")).toBe("Core (team)")
    expect(shown("incident.incident")).toBe("Core (incident)")
    expect(shown("incident.incident", new Set([team]))).toBe("Core (incident …11111111)")
  })

  it("shows ids as names, and a list by its entries", () => {
    const things = [
      { type: "catalog.group", id: group, name: "Payments" },
      { type: "platform.team", id: team, name: "Core" },
    ]
    expect(diff({ systemId: system, ownerTeamId: team, groupIds: [group] }, { target, things })).toEqual([
      { path: "ownerTeamId", label: "Owner team", before: null, after: "Core" },
      { path: "groupIds", label: "Groups", before: ["Payments"], after: ["Payments"] },
    ])
  })

  it("shows what changes besides the payload, and not what stays or what every change moves", () => {
    const after = { ...target, version: 4, updatedAt: "later", status: "resolved" }
    expect(diff({ systemId: system }, { target: { ...target, status: "open" }, after })).toEqual([
      { path: "status", label: "Status", before: "open", after: "resolved" },
    ])
  })

  it("shows a field that whoever wrote the preview forgot", () => {
    const rows = diff({ systemId: system, metadata: { tier: "1" } }, { target, after: target })
    expect(rows).toEqual([{ path: "metadata", label: "Metadata", before: null, after: ['tier: "1"'], yaml: true }])
  })

  it("shows what a deletion names as going, and tells that from its twin", () => {
    const things = [{ type: "catalog.group", id: group, name: "Payments" }]
    const of = { id: system, createdAt: "2026-05-04T10:00:00.000Z" }
    expect(diff({ systemId: system, ownerTeamId: group }, { target: of, after: null, things })).toEqual([
      { path: "ownerTeamId", label: "Owner team", before: "Payments", after: null },
      { path: "ownerTeamId.id", label: "Id", before: `…${group.slice(-8)}`, after: null },
      { path: "createdAt", label: "Created at", before: { instant: "2026-05-04T10:00:00.000Z" }, after: null },
    ])
  })

  it("tells a record that goes from its twin: by the end of its id, its age and where it belongs", () => {
    const going = { ...target, createdAt: "2026-05-04T10:00:00.000Z" }
    expect(diff({ systemId: system }, { target: going, after: null })).toEqual([
      { path: "id", label: "Id", before: "…11111111", after: null },
      { path: "groups", label: "Groups", before: ["Payments"], after: null },
      { path: "createdAt", label: "Created at", before: { instant: "2026-05-04T10:00:00.000Z" }, after: null },
    ])
  })

  it("refuses a value that the card could not show as it would be stored", () => {
    const mask = (text: string) => text.replaceAll("hunter2", "[redacted]")
    for (const payload of [{ name: "hunter2" }, { metadata: { key: "hunter2" } }, { metadata: { hunter2: "key" } }])
      expect(() => diff({ systemId: system, ...payload }, { target }, mask)).toThrow(
        /holds what looks like a password, key or token.*leave it out/,
      )
  })

  it("masks what is stored already, which nobody signs", () => {
    const mask = (text: string) => text.replaceAll("hunter2", "[redacted]")
    const preview = { summary: 'Rename "hunter2"', target: { ...target, name: "hunter2" } }
    expect(diff({ systemId: system, name: "Basket" }, preview, mask)).toMatchObject([
      { before: "[redacted]", after: "Basket" },
    ])
  })

  it("shows metadata that looks like a reference in full, and takes no name from it", () => {
    const metadata = { id: group, name: "Trusted" }
    expect(diff({ systemId: system, metadata, groupIds: [group] }, { target, after: { ...target, metadata } })).toEqual(
      [
        { path: "groupIds", label: "Groups", before: ["Payments"], after: ["Payments"] },
        {
          path: "metadata",
          label: "Metadata",
          before: null,
          after: [`id: ${group} # Payments`, "name: Trusted"],
          yaml: true,
        },
      ],
    )
  })

  it("leaves ids in texts as they are", () => {
    const name = `see ${group}`
    expect(diff({ systemId: system, name }, { target })).toMatchObject([{ after: name }])
    expect(diff({ systemId: system, name: system }, { target })).toMatchObject([{ path: "name", after: system }])
    expect(diff({ systemId: system, createdAt: "long ago" }, { target })).toMatchObject([{ after: "long ago" }])
  })

  it("hands moments over as such, and tells no change of spelling", () => {
    const [utc, east] = ["2026-05-04T10:00:00Z", "2026-05-04T12:00:00+02:00"]
    expect(diff({ systemId: system, startsAt: east }, { target: { ...target, startsAt: utc } })).toMatchObject([
      { before: { instant: utc }, after: { instant: east } },
    ])
    const seen = (at: string | Date) => ({ ...target, seenAt: at })
    expect(diff({ systemId: system }, { target: seen(utc), after: seen(east) })).toEqual([])
    expect(diff({ systemId: system }, { target: seen(new Date(utc)), after: seen(new Date(east)) })).toEqual([])
  })

  it("shows what people wrote into free fields as it is, though it looks like a reference", () => {
    const things = [{ type: "catalog.system", id: system, name: "Checkout" }]
    for (const metadata of [
      { type: "any text at all", id: system },
      { type: "any text at all", id: system, name: "Checkout" },
    ])
      expect(diff({ systemId: system, metadata }, { target, things })).toMatchObject([
        { path: "metadata", after: expect.arrayContaining(["type: any text at all"]), yaml: true },
      ])
  })

  it("names fields in words", () => {
    expect(["ownerTeamId", "systemIds", "healthOverride", "name", "url", "baseUrl"].map(labelOf)).toEqual([
      "Owner team",
      "Systems",
      "Health override",
      "Name",
      "URL",
      "Base URL",
    ])
  })

  it("uses the words that stand beside a field for it and for its codes", () => {
    const before = { ...target, visibility: "all" }
    expect(diff({ systemId: system, visibility: "signedIn" }, { target: before, after: before })).toEqual([
      { path: "visibility", label: "Visible to", before: "Everybody", after: "Signed-in readers" },
    ])
  })

  it("shows links and contacts field by field, and references by name", () => {
    const links = [{ label: "Runbook", url: "https://example.com/r" }]
    const contacts = [
      { kind: "mailbox", label: "Desk", value: "desk@example.com" },
      { kind: "person", label: "", value: team },
    ]
    const thing = { type: "platform.team", id: team }
    const things = [{ type: "platform.team", id: team, name: "Core" }]
    expect(diff({ systemId: system, links, contacts, thing }, { target, things })).toMatchObject([
      { after: ["label: Runbook\nurl: https://example.com/r"], yaml: true },
      {
        after: [
          "kind: mailbox\nlabel: Desk\nvalue: desk@example.com",
          `kind: person\nlabel: ""\nvalue: ${team} # Core`,
        ],
      },
      { after: "Core (team)" },
    ])
  })
})
