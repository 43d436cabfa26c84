import { describe, expect, it } from "vitest"
import { z } from "zod"
import { cardWords } from "../contract/card-words.ts"
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
})
const verb = {
  procedure: procedure({ summary: "S.", effect: "mutate", access: "signedIn", input, output: z.object({}) }),
}
const keep = (text: string) => text
const diff = (payload: object, preview: object, mask = keep) =>
  fieldDiff({ verb } as never, payload as never, { summary: "s", ...preview }, mask)

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
    expect(rows).toEqual([{ path: "metadata", label: "Metadata", before: null, after: ["tier: 1"] }])
  })

  it("shows what a deletion names as going", () => {
    const things = [{ type: "catalog.group", id: group, name: "Payments" }]
    expect(diff({ systemId: system, ownerTeamId: group }, { target, after: null, things })).toEqual([
      { path: "ownerTeamId", label: "Owner team", before: "Payments", after: null },
    ])
  })

  it("masks secrets in every value", () => {
    const mask = (text: string) => text.replaceAll("hunter2", "[redacted]")
    expect(diff({ systemId: system, name: "hunter2", metadata: { key: "hunter2" } }, { target }, mask)).toMatchObject([
      { after: "[redacted]" },
      { after: ["key: [redacted]"] },
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

  it("shows links, contacts and references as people write them", () => {
    const links = [{ label: "Runbook", url: "https://example.com/r" }]
    const contacts = [
      { kind: "mailbox", label: "Desk", value: "desk@example.com" },
      { kind: "person", label: "", value: team },
    ]
    const thing = { type: "platform.team", id: team }
    const things = [{ type: "platform.team", id: team, name: "Core" }]
    expect(diff({ systemId: system, links, contacts, thing }, { target, things })).toMatchObject([
      { after: ["Runbook: https://example.com/r"] },
      { after: ["Desk: desk@example.com (mailbox)", "Core (person)"] },
      { after: "Core" },
    ])
  })
})
