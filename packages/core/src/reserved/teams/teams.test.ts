import { randomUUID } from "node:crypto"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ConflictError, ForbiddenError, NotFoundError } from "../../errors.ts"
import { createApplication } from "../applications/create-application.ts"
import { join } from "../people/people.fixture.ts"
import { addTeamMember } from "./add-team-member.ts"
import { createTeam } from "./create-team.ts"
import { deleteTeam } from "./delete-team.ts"
import { getTeam } from "./get-team.ts"
import { listTeams } from "./list-teams.ts"
import { removeTeamMember } from "./remove-team-member.ts"
import { updateTeam } from "./update-team.ts"

const testing = await testPlatform({ plugins: [] })
const { as, trail } = testing
const ana = await join(testing, "ana", "administrator")

describe("teams", () => {
  it("are created, changed, listed and deleted", async () => {
    const made = await createTeam(ana, { name: "Payments", description: "Money in." })
    const changed = await updateTeam(ana, { id: made.id, version: 1, name: "Payments and refunds" })

    expect(changed).toMatchObject({ name: "Payments and refunds", description: "Money in.", version: 2 })
    expect((await listTeams(ana, { text: "REFUNDS" })).items).toMatchObject([{ id: made.id, members: 0, grants: 0 }])
    await deleteTeam(ana, { id: made.id })
    await expect(getTeam(ana, { id: made.id })).rejects.toThrow(`No team has the id ${made.id}.`)
    const actions = (await trail()).filter((row) => row.thing_id === made.id).map((row) => row.action)
    expect(actions).toEqual(["platform.createTeam", "platform.updateTeam", "platform.deleteTeam"])
  })

  it("take people and applications in and let them go, once each", async () => {
    const team = await createTeam(ana, { name: "Mixed" })
    await join(testing, "ben")
    const { application } = await createApplication(ana, { name: "Deploy bot" })

    await addTeamMember(ana, { teamId: team.id, memberId: personId("ben") })
    await addTeamMember(ana, { teamId: team.id, memberId: personId("ben") })
    const full = await addTeamMember(ana, { teamId: team.id, kind: "application", memberId: application.id })

    expect(full.members).toEqual([
      { kind: "user", id: personId("ben"), name: "Ben", email: "ben@example.test" },
      { kind: "application", id: application.id, name: "Deploy bot", email: null },
    ])
    await removeTeamMember(ana, { teamId: team.id, memberId: personId("ben") })
    const left = await removeTeamMember(ana, { teamId: team.id, memberId: personId("ben") })
    expect(left.members.map((member) => member.name)).toEqual(["Deploy bot"])
    const notes = (await trail()).filter((row) => row.thing_id === team.id).map((row) => row.note)
    expect(notes).toEqual([
      null,
      'Put "Ben" into the team "Mixed".',
      'Put "Deploy bot" into the team "Mixed".',
      'Took "Ben" out of the team "Mixed".',
    ])
  })

  it("refuse members that do not exist", async () => {
    const team = await createTeam(ana, { name: "Empty" })
    const add = addTeamMember(ana, { teamId: team.id, memberId: randomUUID() })
    await expect(add).rejects.toBeInstanceOf(NotFoundError)
    await expect(addTeamMember(ana, { teamId: randomUUID(), memberId: personId("ana") })).rejects.toThrow("No team has")
  })

  it("bear different names and tell the later of two editors", async () => {
    const one = await createTeam(ana, { name: "One" })
    await createTeam(ana, { name: "Two" })
    await expect(createTeam(ana, { name: "ONE" })).rejects.toThrow('Another team is called "ONE".')
    await expect(updateTeam(ana, { id: one.id, version: 1, name: "two" })).rejects.toThrow("Another team is called")
    await updateTeam(ana, { id: one.id, version: 1, description: "First." })
    const late = updateTeam(ana, { id: one.id, version: 1, description: "Late." })
    await expect(late).rejects.toBeInstanceOf(ConflictError)
    await expect(late).rejects.toMatchObject({ current: { description: "First.", version: 2 } })
  })

  it("are seen by viewers and changed by those who manage teams", async () => {
    const vera = await as("vera", "viewer")
    await expect(listTeams(vera, {})).resolves.toBeTruthy()
    await expect(createTeam(vera, { name: "Mine" })).rejects.toBeInstanceOf(ForbiddenError)
  })
})
