import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ConflictError, ForbiddenError } from "../../errors.ts"
import { notesPlugin } from "../sharing/notes.fixture.ts"
import { createRole } from "./create-role.ts"
import { deleteRole } from "./delete-role.ts"
import { getRole } from "./get-role.ts"
import { listRoles } from "./list-roles.ts"
import { listRules } from "./list-rules.ts"
import { updateRole } from "./update-role.ts"

const { as, asHolderOf, trail, database } = await testPlatform({ plugins: [notesPlugin] })
const ana = await as("ana", "administrator")
const MANAGE = "platform.role.manage"

describe("roles", () => {
  it("are created, read, listed with who holds them, changed and deleted, and all of it is written down", async () => {
    const made = await createRole(ana, { name: "Scribe", description: "Writes.", rules: ["notes.note.manage"] })
    const changed = await updateRole(ana, { id: made.id, version: made.version, rules: ["notes.note.read"] })

    expect(made).toMatchObject({ name: "Scribe", builtIn: false, editable: true, version: 1 })
    expect(changed).toMatchObject({ description: "Writes.", rules: ["notes.note.read"], version: 2 })
    expect(await getRole(ana, { id: made.id })).toEqual(changed)
    const { items } = await listRoles(ana, { text: "scri" })
    expect(items).toEqual([changed])
    const [administrator] = (await listRoles(ana, {})).items
    expect(administrator).toMatchObject({ id: "administrator", people: 1, editable: false, rules: ["*"] })

    await deleteRole(ana, { id: made.id })

    await expect(getRole(ana, { id: made.id })).rejects.toThrow(`No role has the id ${made.id}.`)
    const actions = (await trail()).filter((row) => row.thing_id === made.id).map((row) => row.action)
    expect(actions).toEqual(["platform.createRole", "platform.updateRole", "platform.deleteRole"])
  })

  it("explain every rule of every plugin and say which ones the reader holds", async () => {
    const rita = await asHolderOf("rita", ["platform.role.read", "notes.note.read"])
    const { rules } = await listRules(rita, {})
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    expect(byId.get("notes.note.read")).toEqual({
      id: "notes.note.read",
      plugin: "notes",
      resource: "notes.note",
      sentence: "See notes",
      implies: [],
      teamScoped: true,
      held: true,
    })
    expect(byId.get("platform.role.manage")).toMatchObject({ held: false, implies: ["platform.role.read"] })
  })

  it("tell the later of two editors, with the role as it is now", async () => {
    const role = await createRole(ana, { name: "Contested" })
    await updateRole(ana, { id: role.id, version: 1, name: "Contested once" })

    const late = updateRole(ana, { id: role.id, version: 1, name: "Contested twice" })

    await expect(late).rejects.toBeInstanceOf(ConflictError)
    await expect(late).rejects.toMatchObject({ current: { name: "Contested once", version: 2 } })
  })

  it("bear different names, whatever the case", async () => {
    await createRole(ana, { name: "Night shift" })
    const other = await createRole(ana, { name: "Day shift" })
    await expect(createRole(ana, { name: "night SHIFT" })).rejects.toThrow('Another role is called "night SHIFT".')
    await expect(updateRole(ana, { id: other.id, version: 1, name: "Night Shift" })).rejects.toThrow(
      'Another role is called "Night Shift".',
    )
  })

  it("take rules that exist, one by one", async () => {
    await expect(createRole(ana, { name: "Odd", rules: ["notes.note.sing"] })).rejects.toThrow(
      "There is no permission notes.note.sing.",
    )
    await expect(createRole(ana, { name: "Odd", rules: ["*"] })).rejects.toThrow(
      "Only the administrator role holds every permission.",
    )
  })

  it("keep a rule whose plugin is switched off", async () => {
    const role = await createRole(ana, { name: "Keeper" })
    await database.pool.query("INSERT INTO platform.role_rule VALUES ($1, 'gone.thing.read')", [role.id])
    const changed = await updateRole(ana, { id: role.id, version: 1, rules: ["gone.thing.read", "notes.note.read"] })
    expect(changed.rules).toEqual(["gone.thing.read", "notes.note.read"])
  })

  it("hand on nothing that the editor lacks, implied rules included", async () => {
    const mia = await asHolderOf("mia", [MANAGE, "notes.note.read"])
    const role = await createRole(mia, { name: "Reader", rules: ["notes.note.read"] })

    await expect(createRole(mia, { name: "Writer", rules: ["notes.note.manage"] })).rejects.toThrow(
      "Mia cannot hand on notes.note.manage without holding it. An administrator can do this.",
    )
    const widen = updateRole(mia, { id: role.id, version: 1, rules: ["notes.note.read", "platform.person.manage"] })
    await expect(widen).rejects.toThrow(/cannot hand on platform\.person\.manage and platform\.person\.read and/)
  })

  it("leave the administrator alone, and the other built-in ones in place", async () => {
    const { version } = await getRole(ana, { id: "administrator" })
    await expect(updateRole(ana, { id: "administrator", version, rules: [] })).rejects.toBeInstanceOf(ForbiddenError)
    await expect(deleteRole(ana, { id: "viewer" })).rejects.toThrow("The role Viewer comes with every installation")

    const viewer = await getRole(ana, { id: "viewer" })
    const edited = await updateRole(ana, { id: "viewer", version: viewer.version, rules: ["notes.note.read"] })
    expect(edited.rules).toEqual(["notes.note.read"])
  })
})
