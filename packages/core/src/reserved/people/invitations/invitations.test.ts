import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ForbiddenError, NotFoundError } from "../../../errors.ts"
import { readLink } from "../../../identity/one-time-link.ts"
import { createRole } from "../../roles/create-role.ts"
import { deleteRole } from "../../roles/delete-role.ts"
import { createTeam } from "../../teams/create-team.ts"
import { addPerson, join } from "../people.fixture.ts"
import { cancelInvitation } from "./cancel-invitation.ts"
import { invitePerson } from "./invite-person.ts"
import { listInvitations } from "./list-invitations.ts"
import { resendInvitation } from "./resend-invitation.ts"

const testing = await testPlatform({ plugins: [] })
const { asHolderOf, trail, database } = testing
const ana = await join(testing, "ana", "administrator")

function tokenOf(link: string | undefined): string {
  return new URL(link!).hash.replace("#token=", "")
}

const promised = (link: string | undefined) => readLink(database.direct, "invitation", tokenOf(link))

describe("invitations", () => {
  it("go out to more people at once than there are connections to the database", async () => {
    const emails = Array.from({ length: 20 }, (_, at) => `crowd-${at}@example.test`)

    const invited = await Promise.all(emails.map((email) => invitePerson(ana, { email, roles: ["viewer"] })))

    expect(invited.map(({ invitation }) => invitation.email).sort()).toEqual(emails.sort())
  })

  it("give a one-time link to hand over when no mail server is set", async () => {
    const team = await createTeam(ana, { name: "Newcomers" })

    const invited = await invitePerson(ana, { email: " Ben@Example.test ", roles: ["viewer"], teams: [team.id] })

    expect(invited).toMatchObject({
      sent: false,
      invitation: {
        email: "ben@example.test",
        name: null,
        invitedBy: "Ana",
        roles: [{ id: "viewer", name: "Viewer" }],
      },
    })
    expect(await promised(invited.link)).toMatchObject({
      email: "ben@example.test",
      roleIds: ["viewer"],
      teamIds: [team.id],
    })
    const kept = JSON.stringify([await listInvitations(ana, {}), await trail()])
    expect(kept).not.toContain(tokenOf(invited.link))
  })

  it("go by mail, and only by mail, where a server is set", async () => {
    const setServer = (host: string) =>
      database.pool.query("UPDATE platform.mail_settings SET host = $1, from_address = $1", [host])
    await setServer("us@mail.test")
    const invited = await invitePerson(ana, { email: "bea@example.test" }).finally(() => setServer(""))

    expect(invited).toMatchObject({ sent: true, invitation: { email: "bea@example.test" } })
    expect(invited.link).toBeUndefined()
    const queued = await database.pool.query("SELECT data FROM pgboss.job WHERE name = 'platform.mailInvitation'")
    expect(queued.rows).toMatchObject([{ data: { data: { linkId: invited.invitation.id } } }])
    await cancelInvitation(ana, { id: invited.invitation.id })
  })

  it("are sent again under a new link, which ends the earlier one", async () => {
    const { invitation, link } = await invitePerson(ana, { email: "cleo@example.test", name: "Cleo" })
    const again = await resendInvitation(ana, { id: invitation.id })
    expect(await promised(link)).toBeNull()
    expect(await promised(again.link)).toMatchObject({ name: "Cleo" })
  })

  it("replace an open one to the same address", async () => {
    const first = await invitePerson(ana, { email: "dana@example.test", roles: ["operator"] })
    const second = await invitePerson(ana, { email: "dana@example.test", roles: ["viewer"] })
    expect(await promised(first.link)).toBeNull()
    expect(await promised(second.link)).toMatchObject({ roleIds: ["viewer"] })
    expect((await listInvitations(ana, { text: "dana" })).items).toHaveLength(1)
  })

  it("are withdrawn for good", async () => {
    const { invitation, link } = await invitePerson(ana, { email: "eve@example.test" })
    await cancelInvitation(ana, { id: invitation.id })
    expect(await promised(link)).toBeNull()
    await expect(cancelInvitation(ana, { id: invitation.id })).rejects.toBeInstanceOf(NotFoundError)
    await expect(resendInvitation(ana, { id: invitation.id })).rejects.toBeInstanceOf(NotFoundError)
    expect((await trail("platform.cancelInvitation")).at(-1)).toMatchObject({ thing_name: "eve@example.test" })
  })

  it("are listed newest first, a page at a time", async () => {
    const first = await listInvitations(ana, { limit: 1 })
    const second = await listInvitations(ana, { limit: 1, after: first.nextCursor! })
    expect([first, second].map((page) => page.items[0]!.email)).toEqual(["dana@example.test", "cleo@example.test"])
  })

  it("refuse an address that has joined, a role or a team that is not there", async () => {
    await addPerson(database, "finn")
    await expect(invitePerson(ana, { email: "FINN@example.test" })).rejects.toThrow("has joined already")
    await expect(invitePerson(ana, { email: "x@example.test", roles: ["chef"] })).rejects.toMatchObject({
      issues: [{ path: "roles.0" }],
    })
    const nowhere = "00000000-0000-4000-8000-000000000000"
    await expect(invitePerson(ana, { email: "x@example.test", teams: [nowhere] })).rejects.toThrow("No team has the id")
    await expect(invitePerson(ana, { email: "not an address" })).rejects.toThrow("email")
  })

  it("survive the deletion of a role they promise", async () => {
    const role = await createRole(ana, { name: "Short-lived" })
    const { invitation } = await invitePerson(ana, { email: "gus@example.test", roles: [role.id, "viewer"] })
    await deleteRole(ana, { id: role.id })
    const { items } = await listInvitations(ana, { text: "gus" })
    expect(items).toMatchObject([{ id: invitation.id, roles: [{ id: "viewer" }] }])
  })

  it("promise nothing that the one who sends them could not give", async () => {
    const mia = await asHolderOf("mia", ["platform.person.manage"])
    const team = await createTeam(ana, { name: "Closed" })
    const asAdministrator = { email: "hugo@example.test", roles: ["administrator"] }
    const { invitation } = await invitePerson(ana, asAdministrator)

    await expect(invitePerson(mia, asAdministrator)).rejects.toThrow("Mia cannot hand on every permission")
    await expect(invitePerson(mia, { email: "i@example.test", teams: [team.id] })).rejects.toThrow(
      "Mia lacks the permission platform.team.manage",
    )
    await expect(resendInvitation(mia, { id: invitation.id })).rejects.toBeInstanceOf(ForbiddenError)
    await expect(invitePerson(mia, { email: "ida@example.test", roles: ["anonymous"] })).resolves.toBeTruthy()
  })
})
