import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { cardOf, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { incidentContract } from "../contract.ts"
import { incidentPlugin } from "../server.ts"

const { platform, as } = await testPlatform({ plugins: [catalogPlugin, incidentPlugin] })
const root = await as("root", "administrator")
const aSystem = (name: string) => platform.call(root, catalogContract.createSystem, { name })
const open = (title: string, ...systemIds: string[]) =>
  platform.call(root, incidentContract.create, { title, severity: "minor", systemIds })

describe("deleting a system", () => {
  it("tells on the card and in the dialog which incidents it takes along, by number", async () => {
    const [lonely, other] = [await aSystem("Lonely"), await aSystem("Other")]
    await open("Alone", lonely.id)
    await open("Together", lonely.id, other.id)

    const told = ["It is taken off 2 incidents.", "One open incident names no other system and is resolved."]
    const { consequences } = await cardOf(root, "catalog.deleteSystem", { systemId: lonely.id })
    expect(consequences.join(" ")).toContain(told.join(" "))
    const preview = await platform.call(root, catalogContract.previewDeleteSystem, { systemId: lonely.id })
    expect(preview.consequences).toContainEqual(
      expect.objectContaining({ what: "elsewhere", sentence: told.join(" ") }),
    )
  })

  it("says nothing of incidents where there are none", async () => {
    const { id } = await aSystem("Quiet")
    const { consequences } = await platform.call(root, catalogContract.previewDeleteSystem, { systemId: id })
    expect(consequences).toEqual([])
  })
})
