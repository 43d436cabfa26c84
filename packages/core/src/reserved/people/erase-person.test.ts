import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ConflictError, ForbiddenError } from "../../errors.ts"
import { servicePrincipal } from "../../identity/principal/principal.ts"
import { listNotes, notesPlugin, writeNote } from "../sharing/notes.fixture.ts"
import { addTeamMember } from "../teams/add-team-member.ts"
import { createTeam } from "../teams/create-team.ts"
import { getTeam } from "../teams/get-team.ts"
import { createResetLink } from "./create-reset-link.ts"
import { disablePerson } from "./disable-person.ts"
import { enablePerson } from "./enable-person.ts"
import { eraseDepartedPeople } from "./erase-departed-people.ts"
import { erasePerson } from "./erase-person.ts"
import { getPerson } from "./get-person.ts"
import { getRetention } from "./get-retention.ts"
import { listPeople } from "./list-people.ts"
import { giveCredentials, join } from "./people.fixture.ts"
import { updatePerson } from "./update-person.ts"
import { updateRetention } from "./update-retention.ts"

const testing = await testPlatform({ plugins: [notesPlugin] })
const { platform, trail, database } = testing
const ana = await join(testing, "ana", "administrator")

/** Every table of the platform that still says this word, except the audit log. */
async function tablesNaming(word: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('platform', 'notes') AND tablename <> 'audit'",
  )
  const naming: string[] = []
  for (const { schemaname, tablename } of rows) {
    const found = await database.pool.query(
      `SELECT 1 FROM ${schemaname}.${tablename} t WHERE t::text ILIKE '%' || $1 || '%' LIMIT 1`,
      [word],
    )
    if (found.rowCount) naming.push(`${schemaname}.${tablename}`)
  }
  return naming
}

describe("erasePerson", () => {
  it("leaves a pseudonym and nothing else, in the platform and in every plugin", async () => {
    const wanda = await join(testing, "wanda")
    const id = personId("wanda")
    await giveCredentials(database, id)
    await createResetLink(ana, { id })
    await writeNote(wanda, { title: "On the door" })
    const team = await createTeam(ana, { name: "Doors" })
    await addTeamMember(ana, { teamId: team.id, memberId: id })

    const erased = await erasePerson(ana, { id })

    const pseudonym = `Former person ${id.slice(0, 8)}`
    expect(erased).toMatchObject({ name: pseudonym, email: null, state: "erased", roles: [], teams: [] })
    expect(await tablesNaming("wanda")).toEqual([])
    // By the id that only the pseudonym bears: what they wrote stays a colleague's words.
    expect(await tablesNaming(id)).toEqual(["platform.person", "platform.hand", "notes.note"])
    expect((await listNotes(ana, {})).notes).toMatchObject([{ author: pseudonym }])
    expect((await getTeam(ana, { id: team.id })).members).toEqual([])
    expect((await listPeople(ana, {})).items.map((person) => person.id)).not.toContain(id)
    expect((await listPeople(ana, { state: "erased" })).items).toMatchObject([{ id, name: pseudonym }])
  })

  it("keeps the audit log as it was written and says only the pseudonym from then on", async () => {
    const rows = (await trail()).filter((row) => row.thing_id === personId("wanda") || row.principal_name === "Wanda")
    expect(rows.map((row) => [row.action, row.principal_name, row.thing_name])).toEqual([
      ["platform.createResetLink", "Ana", "Wanda"],
      ["notes.write", "Wanda", "On the door"],
      ["platform.erasePerson", "Ana", `Former person ${personId("wanda").slice(0, 8)}`],
    ])
    expect(JSON.stringify(rows.at(-1))).not.toMatch(/wanda/i)
  })

  it("cannot be undone or repeated", async () => {
    const id = personId("wanda")
    await expect(erasePerson(ana, { id })).rejects.toBeInstanceOf(ConflictError)
    await expect(enablePerson(ana, { id })).rejects.toThrow("was erased")
    await expect(updatePerson(ana, { id, version: 2, name: "Wanda" })).rejects.toThrow("was erased")
  })
})

describe("the last administrator", () => {
  it("stays: neither disabled, nor erased, nor without the role", async () => {
    const id = personId("ana")
    const zed = platform.caller(servicePrincipal("platform"), "cli")
    const sentence = "Ana is the last administrator, and without one nobody could manage this installation."

    expect(await getPerson(ana, { id })).toMatchObject({ lastAdministrator: true })
    await expect(updatePerson(ana, { id, version: 1, roles: ["viewer"] })).rejects.toThrow(sentence)
    await expect(disablePerson(zed, { id })).rejects.toThrow(sentence)
    await expect(erasePerson(zed, { id })).rejects.toThrow(sentence)
    await expect(disablePerson(ana, { id })).rejects.toBeInstanceOf(ForbiddenError)
    await expect(erasePerson(ana, { id })).rejects.toThrow("You cannot erase yourself.")
  })

  it("is one of two who remove each other at the same moment", async () => {
    const ben = await join(testing, "ben", "administrator")
    const results = await Promise.allSettled([
      disablePerson(ana, { id: personId("ben") }),
      disablePerson(ben, { id: personId("ana") }),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"])
    const service = platform.caller(servicePrincipal("platform"), "cli")
    for (const name of ["ana", "ben"]) await enablePerson(service, { id: personId(name) })
  })
})

describe("retention", () => {
  const job = platform.caller(servicePrincipal("platform"), "job")
  const disabledDaysAgo = (name: string, days: number) =>
    database.pool.query("UPDATE platform.person SET disabled_at = now() - make_interval(days => $2) WHERE id = $1", [
      personId(name),
      days,
    ])

  it("is off until somebody sets it", async () => {
    await join(testing, "xena")
    await disabledDaysAgo("xena", 1_000)
    expect(await getRetention(ana, {})).toEqual({ eraseDisabledAfterDays: null, version: 1 })
    expect(await eraseDepartedPeople(job, {})).toEqual({ erased: 0 })
  })

  it("erases who was disabled for longer than that, and nobody else", async () => {
    await join(testing, "yara")
    await join(testing, "yves")
    await disabledDaysAgo("yara", 29)
    const set = await updateRetention(ana, { eraseDisabledAfterDays: 30, version: 1 })

    expect(await eraseDepartedPeople(job, {})).toEqual({ erased: 1 })
    expect(await eraseDepartedPeople(job, {})).toEqual({ erased: 0 })

    const state = async (name: string) => (await getPerson(ana, { id: personId(name) })).state
    expect([await state("xena"), await state("yara"), await state("yves")]).toEqual(["erased", "disabled", "active"])
    expect(set).toEqual({ eraseDisabledAfterDays: 30, version: 2 })
    expect((await trail("platform.eraseDepartedPeople")).at(-1)).toMatchObject({
      principal_name: "platform",
      thing_id: personId("xena"),
    })
    const late = updateRetention(ana, { eraseDisabledAfterDays: null, version: 1 })
    await expect(late).rejects.toMatchObject({ code: "conflict", current: { eraseDisabledAfterDays: 30 } })
  })

  it("runs only as the platform's own job", async () => {
    await expect(eraseDepartedPeople(ana, {})).rejects.toBeInstanceOf(ForbiddenError)
  })
})
