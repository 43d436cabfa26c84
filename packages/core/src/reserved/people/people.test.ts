import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ConflictError, ForbiddenError, NotFoundError } from "../../errors.ts"
import { readLink } from "../../identity/one-time-link.ts"
import { createRole } from "../roles/create-role.ts"
import { notesPlugin, writeNote } from "../sharing/notes.fixture.ts"
import { setGrant } from "../sharing/set-grant.ts"
import { addTeamMember } from "../teams/add-team-member.ts"
import { createTeam } from "../teams/create-team.ts"
import { createResetLink } from "./create-reset-link.ts"
import { disablePerson } from "./disable-person.ts"
import { enablePerson } from "./enable-person.ts"
import { explainAccess } from "./explain-access.ts"
import { getPerson } from "./get-person.ts"
import { listPeople } from "./list-people.ts"
import { giveCredentials, join } from "./people.fixture.ts"
import { resetSecondFactor } from "./reset-second-factor.ts"
import { signOutPerson } from "./sign-out-person.ts"
import { updatePerson } from "./update-person.ts"

const testing = await testPlatform({ plugins: [notesPlugin] })
const { as, asHolderOf, trail, database } = testing
const ana = await join(testing, "ana", "administrator")

async function sessionsOf(name: string): Promise<number> {
  const { rows } = await database.pool.query("SELECT 1 FROM platform.session WHERE person_id = $1", [personId(name)])
  return rows.length
}

describe("people", () => {
  it("are listed by name, filtered by text, role, team and state, and paged in any order", async () => {
    const team = await createTeam(ana, { name: "Listed" })
    for (const name of ["lara", "Lars", "lena"]) await join(testing, name.toLowerCase(), "viewer")
    await addTeamMember(ana, { teamId: team.id, memberId: personId("lena") })
    await database.pool.query("UPDATE platform.person SET last_seen_at = now() WHERE id = $1", [personId("lars")])
    const names = async (request: Parameters<typeof listPeople>[1]) =>
      (await listPeople(ana, request)).items.map((person) => person.name)

    expect(await names({ text: "lar" })).toEqual(["Lara", "Lars"])
    expect(await names({ text: "lena@example" })).toEqual(["Lena"])
    expect(await names({ text: "l_r%" })).toEqual([])
    expect(await names({ role: "administrator" })).toEqual(["Ana"])
    expect(await names({ team: team.id })).toEqual(["Lena"])
    expect(await names({ role: "viewer", sort: "lastSeenAt", direction: "desc", limit: 1 })).toEqual(["Lars"])
    expect(await names({ state: "disabled" })).toEqual([])
    for (const sort of ["name", "email", "lastSeenAt", "createdAt"] as const) {
      const first = await listPeople(ana, { sort, limit: 2 })
      const second = await listPeople(ana, { sort, limit: 2, after: first.nextCursor! })
      const back = await listPeople(ana, { sort, limit: 2, before: second.previousCursor! })
      expect(new Set([...first.items, ...second.items].map((person) => person.id)).size).toBe(4)
      expect(back.items).toEqual(first.items)
    }
  })

  it("show how they sign in to themselves and to those who manage people, not to others", async () => {
    await join(testing, "mona", "viewer")
    await giveCredentials(database, personId("mona"))
    const security = { sessions: 1, totp: true, passkeys: 1, lastSignInAt: null }

    expect(await getPerson(ana, { id: personId("mona") })).toMatchObject({ security, secondFactor: true })
    expect(await getPerson(await as("mona", "viewer"), { id: personId("mona") })).toMatchObject({ security })
    const other = await as("nils", "viewer")
    expect(await getPerson(other, { id: personId("mona") })).toMatchObject({ security: null, secondFactor: null })
    expect((await listPeople(other, { text: "mona" })).items).toMatchObject([{ secondFactor: null }])
    await expect(getPerson(ana, { id: personId("nobody") })).rejects.toBeInstanceOf(NotFoundError)
  })

  it("get another name and other roles, and the later of two editors is told", async () => {
    await join(testing, "otis", "viewer")
    const id = personId("otis")
    const changed = await updatePerson(ana, { id, version: 1, name: "Otis B.", roles: ["operator"] })
    expect(changed).toMatchObject({ name: "Otis B.", roles: [{ id: "operator" }], version: 2 })

    const late = updatePerson(ana, { id, version: 1, roles: [] })
    await expect(late).rejects.toBeInstanceOf(ConflictError)
    await expect(late).rejects.toMatchObject({ current: { name: "Otis B.", version: 2 } })
    expect((await trail("platform.updatePerson")).at(-1)).toMatchObject({
      thing_name: "Otis B.",
      before: { name: "Otis", roles: [{ id: "viewer" }] },
      after: { roles: [{ id: "operator" }] },
    })
  })

  it("are disabled at once, with their sessions and reset links, and enabled again", async () => {
    await join(testing, "paul")
    const id = personId("paul")
    await giveCredentials(database, id)
    const { link } = await createResetLink(ana, { id })

    expect(await disablePerson(ana, { id })).toMatchObject({ state: "disabled", security: { sessions: 0 } })

    expect(await sessionsOf("paul")).toBe(0)
    const token = new URL(link).hash.replace("#token=", "")
    expect(await readLink(database.direct, "password-reset", token)).toBeNull()
    await expect(createResetLink(ana, { id })).rejects.toThrow("Paul is disabled")
    expect((await listPeople(ana, { state: "disabled" })).items.map((person) => person.name)).toEqual(["Paul"])
    expect(await enablePerson(ana, { id })).toMatchObject({ state: "active", disabledAt: null })
    expect((await trail()).filter((row) => row.thing_id === id).map((row) => row.action.split(".")[1])).toEqual([
      "createResetLink",
      "disablePerson",
      "enablePerson",
    ])
  })

  it("are signed out everywhere", async () => {
    await join(testing, "rosa")
    await giveCredentials(database, personId("rosa"))
    expect(await signOutPerson(ana, { id: personId("rosa") })).toEqual({ ended: 1 })
    expect(await sessionsOf("rosa")).toBe(0)
  })

  it("get a reset link that works once and appears in no list and no log", async () => {
    await join(testing, "sven")
    const { link } = await createResetLink(ana, { id: personId("sven") })
    const token = new URL(link).hash.replace("#token=", "")
    expect(await readLink(database.direct, "password-reset", token)).toMatchObject({ personId: personId("sven") })
    expect(JSON.stringify(await trail())).not.toContain(token)
  })

  it("lose a second factor they cannot use any more", async () => {
    await join(testing, "tara")
    await giveCredentials(database, personId("tara"))
    const after = await resetSecondFactor(ana, { id: personId("tara") })
    expect(after).toMatchObject({ secondFactor: false, security: { totp: false, passkeys: 0, sessions: 0 } })
  })

  it("are not managed by somebody who holds less, for a reset link would be every right there is", async () => {
    const mia = await asHolderOf("mia", ["platform.person.manage"])
    await join(testing, "ulf", "anonymous")
    const above = { id: personId("ana") }

    for (const verb of [createResetLink, resetSecondFactor, disablePerson, signOutPerson])
      await expect(verb(mia, above)).rejects.toThrow("Ana holds every permission, which Mia lacks.")
    await expect(updatePerson(mia, { ...above, version: 1, roles: [] })).rejects.toBeInstanceOf(ForbiddenError)
    const give = updatePerson(mia, { id: personId("ulf"), version: 1, roles: ["administrator"] })
    await expect(give).rejects.toThrow("Mia cannot hand on every permission without holding it.")
    await expect(createResetLink(mia, { id: personId("ulf") })).resolves.toBeTruthy()

    const note = await writeNote(ana, { title: "Theirs" })
    const team = await createTeam(ana, { name: "Theirs" })
    await setGrant(ana, { resource: "notes.note", thingId: note.id, teamId: team.id, level: "viewer" })
    await addTeamMember(ana, { teamId: team.id, memberId: personId("ulf") })
    await expect(createResetLink(mia, { id: personId("ulf") })).rejects.toThrow("Ulf is in the team Theirs")
  })

  it("have what they may do explained, with the roles and teams it comes from", async () => {
    await join(testing, "vic", "anonymous")
    const id = personId("vic")
    const role = await createRole(ana, { name: "People care", rules: ["platform.person.manage"] })
    await updatePerson(ana, { id, version: 1, roles: [role.id] })
    const note = await writeNote(ana, { title: "Explained" })
    const team = await createTeam(ana, { name: "Explainers" })
    await setGrant(ana, { resource: "notes.note", thingId: note.id, teamId: team.id, level: "editor" })
    await addTeamMember(ana, { teamId: team.id, memberId: id })

    const { administrator, rules, grants } = await explainAccess(ana, { personId: id })

    const from = [{ id: role.id, name: "People care" }]
    expect(administrator).toBe(false)
    expect(rules.find((rule) => rule.id === "platform.person.manage")).toMatchObject({ roles: from, impliedBy: [] })
    expect(rules.find((rule) => rule.id === "platform.person.read")).toMatchObject({
      roles: from,
      impliedBy: ["platform.person.manage"],
    })
    expect(grants).toEqual([
      {
        team: { id: team.id, name: "Explainers" },
        resource: "notes.note",
        thingId: note.id,
        name: "Explained",
        level: "editor",
      },
    ])
    const own = await explainAccess(ana, { personId: personId("ana") })
    expect(own.administrator).toBe(true)
    expect(own.rules.map((rule) => rule.id)).toContain("notes.note.manage")
  })
})
