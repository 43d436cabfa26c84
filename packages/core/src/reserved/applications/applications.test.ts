import { randomUUID } from "node:crypto"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ConflictError, ForbiddenError, NotFoundError } from "../../errors.ts"
import { join } from "../people/people.fixture.ts"
import { createRole } from "../roles/create-role.ts"
import { updateRole } from "../roles/update-role.ts"
import { notesPlugin, writeNote } from "../sharing/notes.fixture.ts"
import { setGrant } from "../sharing/set-grant.ts"
import { addTeamMember } from "../teams/add-team-member.ts"
import { createTeam } from "../teams/create-team.ts"
import { addKey } from "./add-key.ts"
import { createApplication } from "./create-application.ts"
import { deleteApplication } from "./delete-application.ts"
import { disableApplication } from "./disable-application.ts"
import { enableApplication } from "./enable-application.ts"
import { getApplication } from "./get-application.ts"
import { listApplications } from "./list-applications.ts"
import { revokeKey } from "./revoke-key.ts"
import { rotateKey } from "./rotate-key.ts"
import { updateApplication } from "./update-application.ts"

const testing = await testPlatform({ plugins: [notesPlugin] })
const { platform, asHolderOf, trail, database } = testing
const ana = await join(testing, "ana", "administrator")

/** What an API key gets, over HTTP. */
async function status(key: string, verb = "notes/list", input: object = {}): Promise<number> {
  const request = new Request(`http://localhost/api/v1/${verb}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(input),
  })
  return (await platform.fetch(request, "127.0.0.1")).status
}

describe("applications", () => {
  it("call verbs with their key, within their own rules and those of their roles", async () => {
    const direct = await createApplication(ana, { name: "Reader", rules: ["notes.note.read"] })
    const byRole = await createApplication(ana, { name: "Operator", roles: ["operator"] })
    const nothing = await createApplication(ana, { name: "Nobody" })
    const write = ["notes/write", { title: "By machine" }] as const

    expect([await status(direct.key), await status(direct.key, ...write)]).toEqual([200, 403])
    expect([await status(byRole.key), await status(byRole.key, ...write)]).toEqual([200, 200])
    expect(await status(nothing.key)).toBe(403)
    expect(await status("csk_made-up")).toBe(401)
    expect((await trail("notes.write")).at(-1)).toMatchObject({ principal_name: "Operator" })
  })

  it("show a key once and never again", async () => {
    const { application, key } = await createApplication(ana, { name: "Shy" })

    expect(application.keys).toMatchObject([{ start: key.slice(0, 10), lastUsedAt: null, expiresAt: null }])
    const told = JSON.stringify([await getApplication(ana, { id: application.id }), await trail()])
    const { rows } = await database.pool.query("SELECT * FROM platform.application_key")
    expect(told).not.toContain(key)
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  it("have keys added, replaced and revoked, effective at once", async () => {
    const { application, key: first } = await createApplication(ana, { name: "Rolling", rules: ["notes.note.read"] })
    const { id } = application
    expect(await status(first)).toBe(200)

    const { key: second } = await addKey(ana, { id })
    const rotated = await rotateKey(ana, { id, keyId: application.keys[0]!.id })
    expect([await status(first), await status(second), await status(rotated.key)]).toEqual([401, 200, 200])
    expect(rotated.application.keys).toHaveLength(2)

    const secondId = rotated.application.keys.find((one) => second.startsWith(one.start))!.id
    await revokeKey(ana, { id, keyId: secondId })
    expect(await status(second)).toBe(401)
    await expect(revokeKey(ana, { id, keyId: secondId })).rejects.toBeInstanceOf(NotFoundError)
    await expect(rotateKey(ana, { id, keyId: randomUUID() })).rejects.toBeInstanceOf(NotFoundError)
  })

  it("have keys that expire", async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const { application, key } = await createApplication(ana, {
      name: "Guest",
      rules: ["notes.note.read"],
      expiresAt: soon,
    })
    expect(application.keys).toMatchObject([{ expiresAt: soon }])
    expect(await status(key)).toBe(200)
    const past = new Date(Date.now() - 1_000).toISOString()
    await expect(addKey(ana, { id: application.id, expiresAt: past })).rejects.toThrow("expired already")
  })

  it("are disabled, enabled and deleted, effective at once", async () => {
    const { application, key } = await createApplication(ana, { name: "Toggle", rules: ["notes.note.read"] })
    const { id } = application
    expect(await status(key)).toBe(200)
    expect(await disableApplication(ana, { id })).toMatchObject({ state: "disabled" })
    expect(await status(key)).toBe(401)
    expect(await enableApplication(ana, { id })).toMatchObject({ state: "active" })
    expect(await status(key)).toBe(200)
    await deleteApplication(ana, { id })
    expect(await status(key)).toBe(401)
    await expect(getApplication(ana, { id })).rejects.toBeInstanceOf(NotFoundError)
    const actions = (await trail()).filter((row) => row.thing_id === id).map((row) => row.action.split(".")[1])
    expect(actions).toEqual(["createApplication", "disableApplication", "enableApplication", "deleteApplication"])
  })

  it("lose and gain rights at once when they or their roles change", async () => {
    const role = await createRole(ana, { name: "Machine reader", rules: ["notes.note.read"] })
    const { application, key } = await createApplication(ana, { name: "Follower", roles: [role.id] })
    expect(await status(key)).toBe(200)
    await updateRole(ana, { id: role.id, version: 1, rules: [] })
    expect(await status(key)).toBe(403)
    const { id, version } = application
    const changed = await updateApplication(ana, { id, version, rules: ["notes.note.read"], roles: [] })
    expect(changed).toMatchObject({ rules: ["notes.note.read"], roles: [] })
    expect(await status(key)).toBe(200)
    const late = updateApplication(ana, { id, version, name: "Late" })
    await expect(late).rejects.toBeInstanceOf(ConflictError)
    await expect(late).rejects.toMatchObject({ current: { name: "Follower" } })
  })

  it("are listed with what they hold, filtered and sorted", async () => {
    const { items } = await listApplications(ana, { text: "reader", sort: "lastUsedAt", direction: "desc" })
    expect(items).toMatchObject([{ name: "Reader", rules: ["notes.note.read"], keys: 1, state: "active" }])
    expect(items[0]!.lastUsedAt).not.toBeNull()
    expect((await listApplications(ana, { state: "disabled" })).items).toEqual([])
    const first = await listApplications(ana, { limit: 2, sort: "lastUsedAt" })
    const second = await listApplications(ana, { limit: 2, sort: "lastUsedAt", after: first.nextCursor! })
    expect(new Set([...first.items, ...second.items].map((one) => one.id)).size).toBe(4)
    await expect(createApplication(ana, { name: "READER" })).rejects.toThrow('Another application is called "READER".')
  })

  it("never get more than the one who makes them or their keys holds", async () => {
    const mia = await asHolderOf("mia", ["platform.application.manage", "notes.note.read"])
    await expect(createApplication(mia, { name: "Greedy", rules: ["notes.note.manage"] })).rejects.toThrow(
      "Mia cannot hand on notes.note.manage without holding it.",
    )
    await expect(createApplication(mia, { name: "Greedy", roles: ["administrator"] })).rejects.toThrow(
      "Mia cannot hand on every permission without holding it.",
    )
    const own = await createApplication(mia, { name: "Modest", rules: ["notes.note.read"] })
    const { id, version } = own.application
    await expect(updateApplication(mia, { id, version, roles: ["operator"] })).rejects.toBeInstanceOf(ForbiddenError)

    const mighty = await createApplication(ana, { name: "Mighty", roles: ["administrator"] })
    const mightyId = mighty.application.id
    await expect(addKey(mia, { id: mightyId })).rejects.toBeInstanceOf(ForbiddenError)
    const rotate = rotateKey(mia, { id: mightyId, keyId: mighty.application.keys[0]!.id })
    await expect(rotate).rejects.toBeInstanceOf(ForbiddenError)
    expect(await status(mighty.key)).toBe(200)
  })

  it("in a team with grants give their keys only to those who could reach the same", async () => {
    const note = await writeNote(ana, { title: "Ours" })
    const team = await createTeam(ana, { name: "Owners" })
    await setGrant(ana, { resource: "notes.note", thingId: note.id, teamId: team.id, level: "owner" })
    const { application } = await createApplication(ana, { name: "Team bot" })
    await addTeamMember(ana, { teamId: team.id, kind: "application", memberId: application.id })
    const nia = await asHolderOf("nia", ["platform.application.manage"])

    await expect(addKey(nia, { id: application.id })).rejects.toThrow(
      "Team bot is in the team Owners, which Nia is not in.",
    )
    await join(testing, "nia", "anonymous")
    await addTeamMember(ana, { teamId: team.id, memberId: personId("nia") })
    await expect(addKey(await testing.as("nia", "anonymous"), { id: application.id })).resolves.toBeTruthy()
  })
})
