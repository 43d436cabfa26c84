import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Session } from "@countersign/testing"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { startRehearsalServer } from "../../../../packages/llm/src/rehearsal/server.ts"
import { rehearsal } from "../../../../plugins/healthcheck/src/assistant/rehearsal.ts"
import { startBuiltServer } from "./built-server.fixture.ts"

/**
 * From "watch this address" to a signed check and its first good run, on the built product: by the Rehearsal model, and by
 * a provider that speaks each protocol and plays the same through the real tools.
 */

const { server, ana, database } = await startBuiltServer({ COUNTERSIGN_ALLOW_PRIVATE: "127.0.0.0/8" })
const pool = new pg.Pool({ ...database, max: 1 })
const provider = await startRehearsalServer({ scripts: rehearsal })
const page = createServer((_, response) => response.end('{"status":"UP"}'))
await new Promise<void>((ready) => page.listen(0, "127.0.0.1", ready))
afterAll(async () => {
  await pool.end()
  await provider.close()
  page.closeAllConnections()
  page.close()
})
const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}/status`

const demand = async <T = { id: string }>(verb: string, input: object, who: Session = ana): Promise<T> => {
  const { status, body } = await who.call<T>(verb, input)
  if (status !== 200) throw new Error(`${verb}: ${JSON.stringify(body)}`)
  return body
}

const PROVIDERS = [
  { driver: "rehearsal" },
  { driver: "anthropic", baseUrl: provider.url, apiKey: "sk-test", defaultModel: "rehearsal" },
  { driver: "openai", baseUrl: provider.url, apiKey: "sk-test", defaultModel: "rehearsal" },
  { driver: "openai-compatible", baseUrl: `${provider.url}/v1`, apiKey: "sk-test", defaultModel: "rehearsal" },
]

describe.each(PROVIDERS)("through $driver", (connection) => {
  it("a script is grounded, drafted, mended and proposed; once signed it runs and is well", async () => {
    const { id: systemId } = await demand("catalog.createSystem", { name: `Aa shop ${randomUUID()}` })
    const { conversationId, said } = await ask(`Create a script health check that probes ${address}`, systemId)

    expect(await callsOf(conversationId), said).toEqual([
      "ai.searchDocs",
      "ai.getDoc",
      "healthcheck.getScriptContext",
      "healthcheck.listCapabilities",
      "healthcheck.getCapabilitySchema",
      "healthcheck.testScript",
      "healthcheck.testScript",
      "healthcheck.propose",
    ])
    const checkId = await signAndRun(conversationId, systemId, (diff) => {
      // The whole source stands on the card.
      expect(diff).toContain("await fetch(")
      expect(diff).toContain(address)
    })
    const { strategyId } = await demand<{ strategyId: string }>("healthcheck.get", { id: checkId })
    expect(strategyId).toBe("script")
  })

  it("an address is tried and watched, degraded when slow, with its person told, on one card", async () => {
    const { id: systemId } = await demand("catalog.createSystem", { name: `Aa shop ${randomUUID()}` })
    const wish = `Watch ${address} and mark it degraded when it takes longer than a second and tell me when it is slow`
    const { conversationId, said } = await ask(wish, systemId)

    expect(await callsOf(conversationId), said).toEqual(["healthcheck.tryCheck", "healthcheck.propose"])
    await signAndRun(conversationId, systemId, (diff) => expect(diff).toContain("totalMs"))
    const { items } = await demand<{ items: { target: { id: string }; about: string[] }[] }>(
      "notification.subscriptions",
      {},
    )
    expect(items.filter(({ target }) => target.id === systemId)).toMatchObject([{ about: ["status"] }])
  })

  /** From the page of the system, as the docked panel asks. */
  async function ask(text: string, systemId: string): Promise<{ conversationId: string; said: string }> {
    const { id: connectionId } = await known(connection)
    const { id: conversationId } = await demand("ai.createConversation", { connectionId })
    const snapshot = { path: `/catalog/systems/${systemId}`, thing: { type: "catalog.system", id: systemId } }
    const response = await ana.get("/api/ai/chat", {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(server.url).origin },
      body: JSON.stringify({ conversationId, message: { id: randomUUID(), text }, snapshot }),
    })
    expect(response.status).toBe(200)
    return { conversationId, said: await response.text() }
  }
})

const made = new Map<string, Promise<{ id: string }>>()
function known(connection: { driver: string }): Promise<{ id: string }> {
  const { driver } = connection
  const one = made.get(driver) ?? demand("ai.createConnection", { label: driver, ...connection })
  made.set(driver, one)
  return one
}

async function callsOf(conversationId: string): Promise<string[]> {
  const { rows } = await pool.query<{ tool: string }>(
    "SELECT tool FROM platform.tool_call WHERE conversation_id = $1 ORDER BY at, id",
    [conversationId],
  )
  return rows.map(({ tool }) => tool)
}

/** Signs the one card that waits and waits for the first run of what it made. */
async function signAndRun(conversationId: string, systemId: string, look: (diff: string) => void): Promise<string> {
  const { rows } = await pool.query<{ id: string; status: string }>(
    "SELECT id, status FROM platform.tool_call WHERE conversation_id = $1 AND tool = 'healthcheck.propose'",
    [conversationId],
  )
  expect(rows).toMatchObject([{ status: "proposed" }])
  const proposalId = rows[0]!.id
  const card = await demand<object>("ai.describeProposal", { proposalId })
  look(JSON.stringify(card))
  await demand("ai.signProposal", { proposalId, kind: "apply" })
  interface Listed {
    checks: { id: string; status: string | null; sentence: string }[]
  }
  const read = async () => (await demand<Listed>("healthcheck.listSystemChecks", { systemId })).checks
  await expect.poll(read, { timeout: 15_000 }).toMatchObject([{ status: "healthy", sentence: "" }])
  return (await read())[0]!.id
}
