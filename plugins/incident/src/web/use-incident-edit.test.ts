import { describe, expect, it } from "vitest"
import type { IncidentDetail } from "../contract.ts"
import { clashes } from "./use-incident-edit.ts"

const base: IncidentDetail = {
  id: "7f3c0000-0000-4000-8000-000000000000",
  title: "Slow",
  description: "",
  severity: "minor",
  status: "investigating",
  healthOverride: "none",
  suppressNotifications: false,
  systems: [{ id: "00000000-0000-4000-8000-000000000001", name: "Shop" }],
  hiddenSystemCount: 0,
  openedBy: { id: "1", name: "Ana" },
  openedAt: "2026-05-01T08:00:00.000Z",
  updatedAt: "2026-05-01T08:00:00.000Z",
  resolvedAt: null,
  version: 1,
  postmortem: "",
  updates: [],
  nextUpdateCursor: null,
  links: [],
  mayChange: true,
}

describe("clashes", () => {
  it("finds none when somebody else changed other fields", () => {
    expect(clashes({ title: "Very slow" }, base, { ...base, severity: "major", status: "fixing", version: 2 })).toEqual(
      [],
    )
  })

  it("finds none when both wrote the same", () => {
    expect(clashes({ title: "Very slow" }, base, { ...base, title: "Very slow", version: 2 })).toEqual([])
  })

  it("shows theirs against mine, field by field, in words", () => {
    const systems = [...base.systems, { id: "00000000-0000-4000-8000-000000000002", name: "Bank" }]
    const current = { ...base, title: "Down", systems, suppressNotifications: true, version: 2 }

    const mine = { title: "Very slow", systems: [], suppressNotifications: false, severity: "major" as const }

    expect(clashes(mine, base, current)).toEqual([
      { label: "Title", before: "Down", after: "Very slow" },
      { label: "Systems", before: "Bank, Shop", after: "" },
      { label: "Notifications suppressed", before: "yes", after: "no" },
    ])
  })
})
