import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { ForbiddenError } from "../../errors.ts"
import { servicePrincipal } from "../../identity/principal/principal.ts"
import { listNotes, notesPlugin, writeNote } from "../sharing/notes.fixture.ts"
import { addSample } from "./add-sample.ts"
import { removeSample } from "./remove-sample.ts"
import { sampleStatus } from "./sample-status.ts"

const { as, trail, platform } = await testPlatform({ plugins: [notesPlugin] })
const ana = await as("ana", "administrator")

describe("sample data", () => {
  it("comes once, however often it is asked for, goes with one call and leaves the rest alone", async () => {
    await writeNote(ana, { title: "My own" })
    expect(await sampleStatus(ana, {})).toEqual({
      offered: true,
      present: false,
      plugins: [{ id: "notes", addedAt: null }],
    })

    const added = await Promise.all([addSample(ana, {}), addSample(ana, {})])
    expect(added.every((status) => status.present)).toBe(true)
    expect((await listNotes(ana, {})).notes.map((note) => note.title)).toEqual(["My own", "Sample note"])

    await removeSample(ana, {})
    expect(await removeSample(ana, {})).toMatchObject({ offered: true, present: false })
    expect((await listNotes(ana, {})).notes.map((note) => note.title)).toEqual(["My own"])
  })

  it("is written down as the doing of the person who asked for it", async () => {
    const rows = (await trail()).filter((row) => /Sample/.test(row.action))
    expect(rows.map((row) => [row.action, row.principal_name])).toEqual([
      ["notes.addSample", "Ana"],
      ["platform.addSample", "Ana"],
      ["notes.removeSample", "Ana"],
      ["platform.removeSample", "Ana"],
    ])
  })

  it("is removed also when a plugin's own verb added it, and added again after it was removed that way", async () => {
    const service = platform.caller(servicePrincipal("platform"), "cli")
    const titles = async () => (await listNotes(ana, {})).notes.map((note) => note.title)
    await notesPlugin.verbs.addSample!(service, {} as never)
    await removeSample(ana, {})
    expect(await titles()).toEqual(["My own"])

    await addSample(ana, {})
    await notesPlugin.verbs.removeSample!(service, {} as never)
    await addSample(ana, {})
    expect(await titles()).toEqual(["My own", "Sample note"])
  })

  it("is for administrators", async () => {
    await expect(addSample(await as("olga", "operator"), {})).rejects.toBeInstanceOf(ForbiddenError)
  })
})
