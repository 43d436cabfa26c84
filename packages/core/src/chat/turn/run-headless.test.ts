import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../access/ctx.ts"
import { testChat } from "../chat.fixture.ts"
import { runHeadless } from "./run-headless.ts"

const { testing, provider } = await testChat({
  scripts: [
    {
      match: "count and add (.*)",
      steps: [
        { calls: [{ name: "shelf_list", arguments: {} }] },
        { calls: [{ name: "shelf_add", arguments: { title: "{{match.1}}" } }] },
        { say: "Done what I could." },
      ],
    },
    {
      match: "just add (.*)",
      steps: [{ calls: [{ name: "shelf_add", arguments: { title: "{{match.1}}" } }] }, { say: "Added." }],
    },
    {
      match: "tidy",
      steps: [{ calls: [{ name: "shelf_remove", arguments: { id: randomUUID() } }] }, { say: "Tidied." }],
    },
    {
      match: "fetch then add",
      steps: [
        { calls: [{ name: "shelf_fetch", arguments: { url: "https://books.example/" } }] },
        { calls: [{ name: "shelf_add", arguments: { title: "From outside" } }] },
        { say: "Asked for it." },
      ],
    },
  ],
})

async function robot(): Promise<Caller> {
  const ana = await testing.as("ana", "administrator")
  const { rules, teamIds, grants } = ana.principal
  const id = randomUUID()
  await testing.database.pool.query("INSERT INTO platform.application (id, name) VALUES ($1, $2)", [id, id])
  await testing.database.pool.query("INSERT INTO platform.role_holder VALUES ('application', $1, 'administrator')", [
    id,
  ])
  return { ...ana, principal: { kind: "application", id, name: "Night watch", rules, teamIds, grants } }
}

describe("runHeadless", () => {
  it("proposes changes unless they are listed, and answers in words", async () => {
    const answer = await runHeadless({ caller: await robot(), prompt: "count and add Emma" })

    expect(answer).toMatchObject({ state: "completed", text: "Done what I could." })
    expect(answer.calls.map(({ toolName, status }) => [toolName, status])).toEqual([
      ["shelf.list", "executed"],
      ["shelf.add", "awaiting_signature"],
    ])
  })

  it("applies what its author listed", async () => {
    const answer = await runHeadless({
      caller: await robot(),
      prompt: "just add Persuasion",
      applies: ["shelf.add"],
    })

    expect(answer.calls.at(-1)).toMatchObject({ toolName: "shelf.add", status: "applied" })
  })

  it("asks for a signature after outside text, listed or not", async () => {
    const answer = await runHeadless({
      caller: await robot(),
      prompt: "fetch then add, from https://books.example/",
      applies: ["shelf.add"],
    })

    expect(answer.calls.map(({ status }) => status)).toEqual(["executed", "awaiting_signature"])
  })

  it("is never offered what destroys something", async () => {
    const answer = await runHeadless({ caller: await robot(), prompt: "tidy the shelf" })

    expect(answer.calls).toEqual([])
    const offered = JSON.stringify(provider.heard.at(-2)!.body.tools)
    expect(offered).toContain("shelf_list")
    expect(offered).not.toContain("shelf_remove")
  })

  it("counts what it used as headless, for the application", async () => {
    const caller = await robot()
    await runHeadless({ caller, prompt: "count and add Lady Susan" })

    const { rows } = await testing.database.pool.query(
      "SELECT purpose, state, count(*)::int FROM platform.spend WHERE principal_id = $1 GROUP BY 1, 2",
      [caller.principal.id],
    )
    expect(rows).toEqual([{ purpose: "headless", state: "settled", count: 3 }])
  })

  it("is not for people, who have conversations", async () => {
    const ana = await testing.as("ana", "administrator")
    await expect(runHeadless({ caller: ana, prompt: "count" })).rejects.toThrow(/as an application/)
  })
})
