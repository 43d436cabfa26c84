import { describe, expect, it } from "vitest"
import { demandCredential, listDrivers } from "./credential.ts"

const draft = { apiKey: null, baseUrl: null, settings: {} }
const refusalOf = (driver: string, more: object) => {
  try {
    demandCredential(driver, { ...draft, ...more })
  } catch (error) {
    const { message, issues } = error as { message: string; issues: { path: string }[] }
    return { message, path: issues[0]!.path }
  }
  return null
}

describe("demandCredential", () => {
  it("trims what was pasted", () => {
    expect(demandCredential("anthropic", { ...draft, apiKey: " \tsk-ant-123456789\r\n", baseUrl: " " })).toMatchObject({
      apiKey: "sk-ant-123456789",
      baseUrl: null,
    })
    expect(demandCredential("openai-compatible", { ...draft, baseUrl: " http://10.0.0.5:8000/v1 " })).toMatchObject({
      baseUrl: "http://10.0.0.5:8000/v1",
      apiKey: null,
      settings: { keyHeader: "authorization" },
    })
  })

  it("names the field that is wrong", () => {
    expect(refusalOf("anthropic", {})).toEqual({ path: "apiKey", message: "Anthropic needs a key. Write it." })
    expect(refusalOf("openai-compatible", {})?.path).toBe("baseUrl")
    for (const baseUrl of ["llm.example.com/v1", "ftp://llm.example.com", "https://", "not an address"])
      expect(refusalOf("anthropic", { apiKey: "sk-ant-1", baseUrl })).toMatchObject({
        path: "baseUrl",
        message: expect.stringContaining("The base URL is not a web address"),
      })
    expect(refusalOf("ai-sdk", { settings: { package: "lodash" } })?.path).toBe("settings.package")
    expect(refusalOf("openai", { apiKey: "k", settings: { package: "x" } })?.path).toBe("settings.package")
    expect(refusalOf("nothing", {})?.path).toBe("driver")
    expect(refusalOf("rehearsal", { apiKey: "k" })?.message).toBe("Rehearsal takes no key. Leave it empty.")
  })

  it("never repeats what was written", () => {
    const secret = "hunter2 with spaces"
    for (const more of [{ apiKey: secret }, { apiKey: "k", baseUrl: `https://me:${secret}@host/` }])
      expect(JSON.stringify(refusalOf("anthropic", more))).not.toContain("hunter2")
  })
})

describe("listDrivers", () => {
  it("tells a form what each needs, and which is no AI", () => {
    const drivers = listDrivers()
    expect(drivers.map(({ id }) => id)).toEqual([
      "anthropic",
      "openai",
      "openrouter",
      "ollama",
      "openai-compatible",
      "ai-sdk",
      "rehearsal",
    ])
    expect(drivers[0]).toMatchObject({
      rehearsal: false,
      credential: { required: ["apiKey"], properties: { apiKey: { title: "Key", secret: true }, baseUrl: {} } },
    })
    expect(drivers.at(-1)).toMatchObject({ rehearsal: true, credential: { properties: {} } })
  })
})
