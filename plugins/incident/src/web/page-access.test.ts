import { mayUse } from "@countersign/core/web"
import { describe, expect, it } from "vitest"
import { incidentPageAccess } from "../contract.ts"

type Me = Parameters<typeof mayUse>[0]

const nobody = { administrator: false, rules: [] as string[], grants: {} } as unknown as Me

describe("the pages of incidents", () => {
  it("open to holders of the rule, and to teams by their grants on systems", () => {
    const reader = { ...nobody, rules: ["incident.incident.read"] }
    const teamViewer = { ...nobody, grants: { "catalog.system": "viewer" } } as Me
    const teamEditor = { ...nobody, grants: { "catalog.system": "editor" } } as Me
    const opens = (me: Me) => [mayUse(me, incidentPageAccess.read), mayUse(me, incidentPageAccess.manage)]

    expect(opens(nobody)).toEqual([false, false])
    expect(opens(reader)).toEqual([true, false])
    expect(opens(teamViewer)).toEqual([true, false])
    expect(opens(teamEditor)).toEqual([true, true])
  })

  it("stay closed to who only sees systems", () => {
    expect(mayUse({ ...nobody, rules: ["catalog.system.read"] }, incidentPageAccess.read)).toBe(false)
  })
})
