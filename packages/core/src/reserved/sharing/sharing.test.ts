import { randomUUID } from "node:crypto"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ConflictError, ForbiddenError, NotFoundError } from "../../errors.ts"
import { join } from "../people/people.fixture.ts"
import { addTeamMember } from "../teams/add-team-member.ts"
import { createTeam } from "../teams/create-team.ts"
import { deleteTeam } from "../teams/delete-team.ts"
import { getTeam } from "../teams/get-team.ts"
import { listTeams } from "../teams/list-teams.ts"
import { getSharing } from "./get-sharing.ts"
import { getNote, listNotes, notesPlugin, renameNote, writeNote } from "./notes.fixture.ts"
import { setGrant } from "./set-grant.ts"
import { setPrivate } from "./set-private.ts"

const testing = await testPlatform({ plugins: [notesPlugin] })
const { as, asHolderOf, trail } = testing
const ana = await join(testing, "ana", "administrator")
const resource = "notes.note"

/** A note and a team of this one person, who holds no role. */
async function noteAndTeam(member: string) {
  const note = await writeNote(ana, { title: `Note of ${member} ${randomUUID()}` })
  const team = await createTeam(ana, { name: `Team ${member} ${randomUUID()}` })
  await join(testing, member, "anonymous")
  await addTeamMember(ana, { teamId: team.id, memberId: personId(member) })
  return { note, team, thing: { resource, thingId: note.id } }
}

describe("sharing", () => {
  it("opens one thing to a team at a level, and closes it again", async () => {
    const { note, team, thing } = await noteAndTeam("tom")
    await expect(getNote(await as("tom", "anonymous"), { id: note.id })).rejects.toBeInstanceOf(ForbiddenError)

    const shared = await setGrant(ana, { ...thing, teamId: team.id, level: "viewer" })
    const tom = await as("tom", "anonymous")

    expect(shared).toMatchObject({
      name: note.title,
      private: false,
      grants: [{ team: { id: team.id }, level: "viewer" }],
    })
    expect(await getNote(tom, { id: note.id })).toMatchObject({ title: note.title })
    await expect(renameNote(tom, { id: note.id, title: "Mine" })).rejects.toBeInstanceOf(ForbiddenError)
    expect(await getSharing(tom, thing)).toMatchObject({ mayChange: false })

    await setGrant(ana, { ...thing, teamId: team.id, level: "editor" })
    await renameNote(await as("tom", "anonymous"), { id: note.id, title: "Tom's" })
    await setGrant(ana, { ...thing, teamId: team.id, level: null })

    await expect(getNote(await as("tom", "anonymous"), { id: note.id })).rejects.toBeInstanceOf(ForbiddenError)
    const rows = (await trail("platform.setGrant")).filter((row) => row.thing_id === note.id)
    expect(rows).toHaveLength(3)
    expect(rows[2]).toMatchObject({ thing_type: resource, thing_name: "Tom's", after: { grants: [] } })
  })

  it("is changed by owners of that very thing and by nobody who merely sees it", async () => {
    const { team, thing } = await noteAndTeam("uma")
    const other = await writeNote(ana, { title: "Another" })
    await setGrant(ana, { ...thing, teamId: team.id, level: "owner" })
    const uma = await as("uma", "viewer")

    expect(await getSharing(uma, thing)).toMatchObject({ mayChange: true })
    expect(await setPrivate(uma, { ...thing, private: true })).toMatchObject({ private: true })

    const elsewhere = { resource, thingId: other.id, teamId: team.id, level: "owner" as const }
    await expect(setGrant(uma, elsewhere)).rejects.toThrow('Uma is not an owner of "Another".')
    await expect(
      setPrivate(await as("vera", "operator"), { resource, thingId: other.id, private: true }),
    ).rejects.toThrow("Vera is not an owner")
  })

  it("keeps private things from everyone without a grant, administrators included, who may still hand them over", async () => {
    const { note, team, thing } = await noteAndTeam("pia")
    await setGrant(ana, { ...thing, teamId: team.id, level: "owner" })
    await setPrivate(ana, { ...thing, private: true })

    await expect(getNote(ana, { id: note.id })).rejects.toBeInstanceOf(NotFoundError)
    expect((await listNotes(ana, {})).notes.map((one) => one.id)).not.toContain(note.id)
    expect(await getNote(await as("pia", "anonymous"), { id: note.id })).toMatchObject({ id: note.id })

    const ours = await createTeam(ana, { name: "Administrators' own" })
    await addTeamMember(ana, { teamId: ours.id, memberId: personId("ana") })
    await setGrant(ana, { ...thing, teamId: ours.id, level: "viewer" })
    expect(await getNote(await as("ana", "administrator"), { id: note.id })).toMatchObject({ id: note.id })
  })

  it("answers for a thing out of reach what it answers for one that is gone", async () => {
    const { team, thing } = await noteAndTeam("quinn")
    await setGrant(ana, { ...thing, teamId: team.id, level: "owner" })
    await setPrivate(ana, { ...thing, private: true })
    const olga = await as("olga", "operator")
    const gone = { resource, thingId: randomUUID() }
    const sentence = (id: string) => `The note ${id} does not exist, or is not yours to see.`

    await expect(getSharing(olga, thing)).rejects.toThrow(sentence(thing.thingId))
    await expect(getSharing(olga, gone)).rejects.toThrow(sentence(gone.thingId))
    await expect(getSharing(ana, gone)).rejects.toThrow(sentence(gone.thingId))
    await expect(setGrant(olga, { ...thing, teamId: team.id, level: "viewer" })).rejects.toThrow(
      sentence(thing.thingId),
    )
    await expect(setPrivate(olga, { ...thing, private: false })).rejects.toThrow(sentence(thing.thingId))
    await expect(getSharing(ana, { resource: "notes.page", thingId: "1" })).rejects.toBeInstanceOf(NotFoundError)
    await expect(getSharing(ana, { resource, thingId: "no id at all" })).rejects.toBeInstanceOf(NotFoundError)
  })

  it("leaves no private thing without an owner", async () => {
    const { note, team, thing } = await noteAndTeam("rob")
    await expect(setPrivate(ana, { ...thing, private: true })).rejects.toThrow(`No team owns "${note.title}"`)
    await setGrant(ana, { ...thing, teamId: team.id, level: "owner" })
    await setPrivate(ana, { ...thing, private: true })

    const lower = setGrant(ana, { ...thing, teamId: team.id, level: "editor" })
    await expect(lower).rejects.toThrow(`"${note.title}" is private and the team ${team.name} is its only owner.`)
    await expect(setGrant(ana, { ...thing, teamId: team.id, level: null })).rejects.toBeInstanceOf(ConflictError)
    await expect(deleteTeam(ana, { id: team.id })).rejects.toThrow(
      `The team ${team.name} is the only owner of "${note.title}", which nobody could reach without it.`,
    )

    await setPrivate(ana, { ...thing, private: false })
    await deleteTeam(ana, { id: team.id })
    expect(await getSharing(ana, thing)).toMatchObject({ grants: [] })
  })

  it("lets one of two owners go when both leave at the same moment", async () => {
    const { team, thing } = await noteAndTeam("sam")
    const second = await createTeam(ana, { name: `Second ${randomUUID()}` })
    for (const teamId of [team.id, second.id]) await setGrant(ana, { ...thing, teamId, level: "owner" })
    await setPrivate(ana, { ...thing, private: true })

    const results = await Promise.allSettled(
      [team.id, second.id].map((teamId) => setGrant(ana, { ...thing, teamId, level: null })),
    )

    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"])
    expect((await getSharing(ana, thing)).grants).toHaveLength(1)
  })

  it("deletes a team whose private thing is gone", async () => {
    const { note, team, thing } = await noteAndTeam("zoe")
    await setGrant(ana, { ...thing, teamId: team.id, level: "owner" })
    await setPrivate(ana, { ...thing, private: true })
    await testing.database.pool.query("DELETE FROM notes.note WHERE id = $1", [note.id])
    await deleteTeam(ana, { id: team.id })
    await expect(getTeam(ana, { id: team.id })).rejects.toBeInstanceOf(NotFoundError)
  })

  it("shows what is shared with a team by name, and private things only to members and managers", async () => {
    const { note, team, thing } = await noteAndTeam("wim")
    await setGrant(ana, { ...thing, teamId: team.id, level: "owner" })
    await setPrivate(ana, { ...thing, private: true })
    const outsider = await asHolderOf("otto", ["platform.team.read"])
    const grants = async (caller: typeof ana) => (await getTeam(caller, { id: team.id })).grants
    const count = async (caller: typeof ana) => (await listTeams(caller, { text: team.name })).items[0]!.grants

    expect(await grants(ana)).toEqual([{ ...thing, name: note.title, level: "owner", private: true }])
    expect(await grants(await as("wim", "viewer"))).toHaveLength(1)
    expect(await grants(outsider)).toEqual([])
    expect([await count(ana), await count(outsider)]).toEqual([1, 0])
  })
})
