import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { settingsContract } from "../../contract/platform/settings.ts"

const { platform, as, trail } = await testPlatform({ plugins: [], publicUrl: "https://ops.example.test" })
const root = await as("root", "administrator")
const { getSettings, updateSettings } = settingsContract

describe("settings", () => {
  it("begin with a name, the host's time zone and the address from the environment", async () => {
    expect(await platform.call(await as("vera", "viewer"), getSettings, {})).toEqual({
      name: "Countersign",
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      publicUrl: "https://ops.example.test",
      version: 0,
    })
  })

  it("are changed one at a time or together, and the change is written down", async () => {
    const named = await platform.call(root, updateSettings, { name: "  Operations ", version: 0 })
    const moved = await platform.call(root, updateSettings, { timeZone: "Europe/Berlin", version: named.version })

    expect(moved).toMatchObject({ name: "Operations", timeZone: "Europe/Berlin", version: 2 })
    expect(await trail("platform.updateSettings")).toMatchObject([
      { thing_type: "platform.setting", before: { name: "Countersign" }, after: { name: "Operations" } },
      { after: { timeZone: "Europe/Berlin" } },
    ])
  })

  it("refuse a change based on an older version, and show the present one", async () => {
    await expect(platform.call(root, updateSettings, { name: "Late", version: 1 })).rejects.toMatchObject({
      code: "conflict",
      current: { name: "Operations", version: 2 },
    })
    await expect(platform.call(root, updateSettings, { name: "First", version: 0 })).rejects.toMatchObject({
      code: "conflict",
    })
  })

  it("refuse a time zone that does not exist, and people who may only look", async () => {
    await expect(platform.call(root, updateSettings, { timeZone: "Mars/Olympus", version: 2 })).rejects.toThrow(
      "Takes the name of a time zone, such as Europe/Berlin or UTC.",
    )
    await expect(platform.call(await as("oli", "operator"), updateSettings, { name: "x", version: 2 })).rejects.toThrow(
      "platform.setting.manage",
    )
  })

  it("come with what the machine can do, for those who administer", async () => {
    const { findings } = await platform.call(root, settingsContract.examineServer, {})

    expect(findings[0]).toEqual({ subject: "Node", state: "good", says: `version ${process.versions.node}.` })
    expect(findings.map(({ subject }) => subject)).toEqual(["Node", "Memory"])
    await expect(platform.call(await as("vera", "viewer"), settingsContract.examineServer, {})).rejects.toThrow(
      "platform.setting.manage",
    )
  })
})
