import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { definePlugin } from "../define-plugin.ts"
import { bellAccess, bellPlugin, rung } from "../events/bells.fixture.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import type { Caller } from "./ctx.ts"
import { mayReceive } from "./may-receive.ts"

/** Bells whose owner knows who sees them: nobody sees the hidden one. */
const towerPlugin = definePlugin({
  id: "tower",
  contract: {},
  verbs: {},
  things: [
    {
      type: "tower.tower",
      namesOf: async (_, ids) => new Map(ids.filter((id) => id !== "hidden").map((id) => [id, `Tower ${id}`])),
    },
  ],
})
const onTower = (rule: keyof typeof bellAccess) => ({
  ...rung,
  about: { type: "tower.tower", path: "bellId" },
  access: { ...bellAccess[rule], id: rule === "read" ? "tower.tower.read" : bellAccess[rule].id },
})

const testing = await testPlatform({ plugins: [bellPlugin, towerPlugin] })
const viewer = await testing.asHolderOf("vera", ["bell.bell.read"])
const stranger = await testing.asHolderOf("sam", [])
await testing.makePrivate("bell.bell", "private")
await testing.grant("gus", "viewer", "bell.bell", "private")
const granted = await testing.asHolderOf("gus", [])

describe("an event is received by", () => {
  it("whoever holds its rule, unless its thing is private", async () => {
    expect(await mayReceive(viewer, rung, "open")).toBe(true)
    expect(await mayReceive(viewer, rung, "private")).toBe(false)
  })

  it("whoever has a grant on its thing, and on no other", async () => {
    expect(await mayReceive(granted, rung, "private")).toBe(true)
    expect(await mayReceive(granted, rung, "open")).toBe(false)
  })

  it("nobody who holds nothing, and nobody who is not known", async () => {
    expect(await mayReceive(stranger, rung, "open")).toBe(false)
    expect(await mayReceive(await testing.anonymous(), rung, "open")).toBe(false)
  })

  it("no application that was not given the rule, whatever its person holds", async () => {
    const { rules, teamIds, grants } = viewer.principal
    const scoped = (...scopes: string[]): Caller => ({
      ...viewer,
      principal: { kind: "application", id: "app", name: "App", rules, teamIds, grants, scopes: new Set(scopes) },
    })
    expect(await mayReceive(scoped("bell.bell.read"), rung, "open")).toBe(true)
    expect(await mayReceive(scoped("bell.bell.manage"), rung, "open")).toBe(false)
  })

  it("whom the owner of the thing lets see it, and who holds the rule where it asks for more", async () => {
    expect(await mayReceive(stranger, onTower("read"), "north")).toBe(true)
    expect(await mayReceive(viewer, onTower("read"), "hidden")).toBe(false)
    expect(await mayReceive(viewer, onTower("manage"), "north")).toBe(false)
    const ringer = await testing.asHolderOf("rita", ["bell.bell.manage"])
    expect(await mayReceive(ringer, onTower("manage"), "north")).toBe(true)
    expect(await mayReceive(ringer, onTower("manage"), "hidden")).toBe(false)
  })

  it("the platform's own services", async () => {
    const service = testing.platform.caller(servicePrincipal("notification"), "job")
    expect(await mayReceive(service, onTower("manage"), "hidden")).toBe(true)
  })
})
