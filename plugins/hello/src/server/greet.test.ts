import { cardOf, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { helloContract, helloSettings } from "../contract.ts"
import { helloPlugin } from "../server.ts"
import { greet } from "./greet.ts"
import { listGreetings } from "./list-greetings.ts"

const { as, anonymous, database, platform, trail } = await testPlatform({ plugins: [helloPlugin] })

describe("the smallest plugin", () => {
  it("greets, lists and writes down who greeted whom", async () => {
    const ana = await as("ana")

    await greet(ana, { to: "Ben" })

    const { greetings } = await listGreetings(await as("vera", "viewer"), {})
    expect(greetings).toMatchObject([{ to: "Ben", from: "Ana" }])
    expect(await trail("hello.greet")).toMatchObject([
      { principal_name: "Ana", outcome: "executed", thing_type: "hello.greeting", after: { to: "Ben" } },
    ])
  })

  it("announces whom it greeted, for other plugins to react to", async () => {
    const { id } = await greet(await as("ana"), { to: "Carl" })

    const { rows } = await database.pool.query("SELECT event, payload FROM platform.event WHERE about_id = $1", [id])
    expect(rows).toMatchObject([
      { event: "hello.greeted", payload: { id, to: "Carl", from: "Ana", words: "Hello, Carl." } },
    ])
  })

  it("signs greetings as its settings say", async () => {
    const root = await as("root", "administrator")
    const { updateSettings } = helloSettings.procedures
    await platform.call(root, updateSettings, { signature: "The team", version: 0 })

    expect(await greet(root, { to: "Ben" })).toMatchObject({ words: "Hello, Ben. The team" })

    await platform.call(root, updateSettings, { signature: null, version: 1 })
    expect(await greet(root, { to: "Ben" })).toMatchObject({ words: "Hello, Ben." })
  })

  it("refuses a viewer by the name of the missing permission, and a stranger by asking to sign in", async () => {
    await expect(greet(await as("vera", "viewer"), { to: "Ben" })).rejects.toThrow(
      "Vera lacks the permission hello.greeting.manage. An administrator can grant it.",
    )
    await expect(listGreetings(await anonymous(), {})).rejects.toThrow("You are not signed in.")
  })

  it("names an unknown key instead of dropping it", async () => {
    await expect(greet(await as("ana"), { to: "Ben", loud: true } as never)).rejects.toThrow(
      "There is a field here that is not known.",
    )
  })

  it("offers a model both verbs and shows what it would do before it does it", async () => {
    const ana = await as("ana")

    const { summary, diff } = await cardOf(ana, "hello.greet", { to: "Ben" })

    expect(ana.runtime.tools.tools.map(({ name, effect }) => [name, effect])).toEqual([
      ["hello.getCapabilitySchema", "read"],
      ["hello.greet", "mutate"],
      ["hello.list", "read"],
      ["hello.listCapabilities", "read"],
    ])
    expect(summary).toBe('Greet "Ben"')
    expect(diff).toEqual([
      { path: "to", label: "To", before: null, after: "Ben" },
      { path: "salutation", label: "Salutation", before: null, after: "Plain" },
      { path: "words", label: "Words", before: null, after: "Hello, Ben." },
    ])
  })

  it("begins a greeting in one of the ways that plugins brought, and names them when asked for another", async () => {
    const ana = await as("ana")

    expect(await greet(ana, { to: "Ben", salutation: "formal" })).toMatchObject({ words: "Good day, Ben." })
    await expect(greet(ana, { to: "Ben", salutation: "loud" })).rejects.toThrow(
      '"loud" is not among the salutations. There are plain, formal.',
    )
    const { listCapabilities, getCapabilitySchema } = helloContract
    expect((await platform.call(ana, listCapabilities, {})).capabilities.map(({ kind }) => kind)).toEqual([
      "salutation.plain",
      "salutation.formal",
    ])
    expect(await platform.call(ana, getCapabilitySchema, { kind: "formal" })).toMatchObject({
      configSchema: { type: "object" },
    })
    await expect(platform.call(ana, getCapabilitySchema, { kind: "loud" })).rejects.toThrow(
      'There is no "loud". There are salutation.plain, salutation.formal.',
    )
  })
})
