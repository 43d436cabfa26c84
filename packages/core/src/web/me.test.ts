import { describe, expect, it } from "vitest"
import { defineAccess } from "../contract/access.ts"
import type { Me } from "../contract/platform/session.ts"
import { mayOpen, mayUse } from "./me.ts"

const system = defineAccess("catalog.system", { read: "See systems", manage: "Change systems" }, { teamScoped: true })
const group = defineAccess("catalog.group", { read: "See groups" })

function me(holdings: Partial<Pick<Me, "rules" | "grants" | "administrator">>): Me {
  return { rules: [], grants: {}, administrator: false, ...holdings } as Me
}

describe("mayUse", () => {
  it("opens what a rule opens, and everything for the administrator", () => {
    expect(mayUse(me({ rules: ["catalog.group.read"] }), group.read)).toBe(true)
    expect(mayUse(me({ rules: ["catalog.group.read"] }), system.read)).toBe(false)
    expect(mayUse(me({ rules: ["*"], administrator: true }), system.manage)).toBe(true)
  })

  it("opens team-scopable things to holders of a grant that is high enough", () => {
    const viewer = me({ grants: { "catalog.system": "viewer" } })
    const editor = me({ grants: { "catalog.system": "editor" } })

    expect(mayUse(viewer, system.read)).toBe(true)
    expect(mayUse(viewer, system.manage)).toBe(false)
    expect(mayUse(editor, system.manage)).toBe(true)
    expect(mayUse(editor, system.manage, "owner")).toBe(false)
    expect(mayUse(me({ grants: { "catalog.group": "owner" } }), group.read)).toBe(false)
  })
})

describe("mayOpen", () => {
  it("needs one of the rules, and none where none is named", () => {
    expect(mayOpen(me({}), undefined)).toBe(true)
    expect(mayOpen(me({}), [group.read])).toBe(false)
    expect(mayOpen(me({ rules: ["catalog.group.read"] }), [system.read, group.read])).toBe(true)
  })
})
