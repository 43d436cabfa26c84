import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { rolesContract } from "../../contract/platform/roles.ts"
import { sharingContract } from "../../contract/platform/sharing.ts"
import { InsufficientScopeError } from "../../errors.ts"
import { expandScopes } from "../../identity/oauth/oauth-scopes.ts"
import { join } from "../people/people.fixture.ts"
import { getNote, listNotes, notesPlugin, renameNote, writeNote } from "../sharing/notes.fixture.ts"
import { BASE, principalOf, REDIRECT, testClient } from "./oauth.fixture.ts"

const testing = await testPlatform({ plugins: [notesPlugin], publicUrl: BASE })
const { platform, database, trail } = testing
const root = await join(testing, "root", "administrator")
const ana = await join(testing, "ana", "operator")
const { client: added } = await platform.call(root, oauthContract.addOauthClient, {
  name: "Claude Code",
  clientId: "claude-code",
  redirectUris: [REDIRECT],
})
const client = testClient(testing, "claude-code")

/** The app, let in by this person with these scopes, as the MCP endpoint sees it. */
async function appOf(person: Parameters<typeof client.connect>[0], scopes: string[]) {
  const code = await client.code(person, scopes, { scope: scopes.join(" ") })
  const { body } = await client.exchange(code)
  const app = async () => platform.caller(await principalOf(platform, body.access_token), "mcp")
  return { app, token: body.access_token }
}

describe("a connected app", () => {
  it("is the client, acting for the person, with what was granted of what they hold", async () => {
    const { app } = await appOf(ana, ["notes.note.read"])
    const { principal } = await app()
    expect(principal).toMatchObject({
      kind: "application",
      id: added.id,
      name: "Claude Code for Ana",
      actsFor: { id: personId("ana"), name: "Ana" },
    })
    expect([...principal.rules]).toEqual(["notes.note.read"])
    expect([...principal.scopes!]).toEqual(["notes.note.read"])
  })

  it("never holds the administrator's star", async () => {
    const { app } = await appOf(root, ["read", "write"])
    const { principal } = await app()
    expect(principal.rules).not.toContain("*")
    expect(principal.rules).toContain("notes.note.manage")
    expect(principal.rules).toContain("platform.audit.read")
    expect(principal.rules).not.toContain("platform.role.manage")
  })

  it("does what it may, and is written down as itself for the person", async () => {
    const { app } = await appOf(ana, ["read", "write"])
    const note = await writeNote(await app(), { title: "From an app" })
    expect((await listNotes(await app(), {})).notes).toContainEqual(note)
    expect((await trail("notes.write")).at(-1)).toMatchObject({ principal_name: "Claude Code for Ana" })
  })

  it("is told which scope to ask for, where asking would help", async () => {
    const { app } = await appOf(ana, ["read"])
    const error = await writeNote(await app(), { title: "No" }).catch((it) => it)
    expect(error).toBeInstanceOf(InsufficientScopeError)
    expect(error.scopes).toEqual(["notes.note.manage"])
    expect(error.message).toBe(
      'Claude Code for Ana was not given notes.note.manage. Connect it again and ask for the scope "notes.note.manage".',
    )
    expect(error.code).toBe("forbidden")
  })

  it("is told that the person lacks the permission, where asking would not", async () => {
    const { app } = await appOf(ana, ["read", "write"])
    const error = await platform.call(await app(), rolesContract.createRole, { name: "x", rules: [] }).catch((it) => it)
    expect(error).not.toBeInstanceOf(InsufficientScopeError)
    expect(error.message).toContain("Claude Code for Ana lacks the permission platform.role.manage")
  })

  it("loses at once what its person loses, and gets it back with them", async () => {
    const cleo = await join(testing, "cleo", "operator")
    const { app } = await appOf(cleo, ["read", "write"])
    await writeNote(await app(), { title: "While an operator" })
    await database.pool.query("DELETE FROM platform.role_holder WHERE holder_id = $1", [personId("cleo")])
    platform.identity.forget(`user:${personId("cleo")}`)
    await expect(writeNote(await app(), { title: "No more" })).rejects.toThrow("lacks the permission notes.note.manage")

    await testing.as("cleo", "operator")
    platform.identity.forget(`user:${personId("cleo")}`)
    await writeNote(await app(), { title: "Again" })
  })

  it("reaches through its person's teams what was granted to it, and nothing that was kept back", async () => {
    const note = await writeNote(root, { title: "The team's" })
    await join(testing, "dana", "anonymous")
    await testing.grant("dana", "owner", "notes.note", note.id)
    await testing.makePrivate("notes.note", note.id)
    const member = await testing.as("dana", "anonymous")

    const { app } = await appOf(member, ["notes.note.read"])
    expect(await getNote(await app(), { id: note.id })).toMatchObject({ title: "The team's" })
    expect((await listNotes(await app(), {})).notes).toHaveLength(1)
    const refused = await renameNote(await app(), { id: note.id, title: "Mine" }).catch((it) => it)
    expect(refused).toBeInstanceOf(InsufficientScopeError)

    const both = await appOf(member, ["notes.note.manage"])
    expect(await renameNote(await both.app(), { id: note.id, title: "Ours" })).toMatchObject({ title: "Ours" })
    await expect(getNote(await both.app(), { id: note.id })).rejects.toThrow("was not given notes.note.read")
    // Owning a thing is no scope: a person shares it, not their app.
    const sharing = { resource: "notes.note", thingId: note.id, private: false }
    await expect(platform.call(await app(), sharingContract.setPrivate, sharing)).rejects.toThrow("is not an owner")
  })
})

describe("scopes", () => {
  const { registry } = platform
  it("read stands for every rule that only reads", () => {
    const ids = [...expandScopes(registry, ["read"])]
    expect(ids).toEqual(expect.arrayContaining(["notes.note.read", "platform.person.read"]))
    expect(ids.every((id) => id.endsWith(".read"))).toBe(true)
  })

  it("write stands for every rule but those of the platform's administration", () => {
    const ids = [...expandScopes(registry, ["write"])]
    expect(ids).toEqual(expect.arrayContaining(["notes.note.read", "notes.note.manage"]))
    expect(ids.filter((id) => id.startsWith("platform.") && !id.endsWith(".read"))).toEqual([])
  })

  it("a rule stands for itself and what it implies, and anything else for nothing", () => {
    expect(expandScopes(registry, ["platform.oauth.manage"])).toEqual(
      new Set(["platform.oauth.manage", "platform.oauth.read"]),
    )
    expect(expandScopes(registry, ["offline_access", "nonsense", "*"])).toEqual(new Set())
  })
})

describe("who confirms", () => {
  it("is the person, until an administrator trusts the client or the application", async () => {
    const { app } = await appOf(ana, ["read"])
    expect((await app()).principal).toMatchObject({ confirms: false })
    await platform.call(root, oauthContract.updateOauthClient, {
      id: added.id,
      version: added.version,
      confirm: "client",
    })
    expect((await app()).principal).toMatchObject({ confirms: true })

    const { application, key } = await platform.call(root, applicationsContract.createApplication, { name: "deploy" })
    const headers = { authorization: `Bearer ${key}` }
    const script = async () => (await platform.identity.authenticate(new Request(BASE, { headers }))).principal
    expect(await script()).toMatchObject({ confirms: false })
    const { setApplicationConfirm } = applicationsContract
    const trusted = await platform.call(root, setApplicationConfirm, {
      id: application.id,
      version: application.version,
      confirm: "client",
    })
    expect(trusted.confirm).toBe("client")
    expect(await script()).toMatchObject({ confirms: true })
    await expect(
      platform.call(root, setApplicationConfirm, {
        id: application.id,
        version: application.version,
        confirm: "person",
      }),
    ).rejects.toMatchObject({ code: "conflict", current: { confirm: "client" } })
  })
})
