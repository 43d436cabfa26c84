/** A platform with tools and the guide, its built code served over HTTP by a process of its own, and the applications and people who use it. */
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { spawnFixture, TEST_SECRET, testPlatform } from "@countersign/testing"
import { afterAll } from "vitest"
import { aiContract } from "../../../../plugins/ai/src/contract.ts"
import { aiPlugin } from "../../../../plugins/ai/src/server.ts"
import { MCP_PATH } from "../contract/platform/oauth.ts"
import type { Plugin } from "../define-plugin.ts"
import { shelfPlugin } from "../gate/shelf.fixture.ts"
import { createApiKey } from "../identity/api-key.ts"
import { addTokens } from "../identity/oauth/oauth-token-store.ts"

export const READ_AND_CHANGE = ["shelf.book.read", "shelf.book.manage"]

export async function serveMcp(more: readonly Plugin[] = []) {
  const plugins = [aiPlugin, shelfPlugin, ...more]
  const testing = await testPlatform({ plugins })
  const { platform, database, as } = testing
  await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
  const ends: (() => Promise<void>)[] = []
  afterAll(() => Promise.all(ends.map((end) => end())))
  const { url } = await startPod()
  const ana = await as("ana")

  return {
    ...testing,
    url,
    startPod,
    endpoint: url + MCP_PATH,
    async application(rules: readonly string[] = READ_AND_CHANGE, confirm: "person" | "client" = "person") {
      const { rows } = await database.pool.query(
        "INSERT INTO platform.application (name, rules, confirm) VALUES (gen_random_uuid()::text, $1, $2) RETURNING id, name",
        [rules, confirm],
      )
      const { key } = await createApiKey(database.direct, rows[0].id)
      return { ...(rows[0] as { id: string; name: string }), key }
    },
    /** An app that a person connected and gave these scopes. */
    async connectedApp(person: string, scopes: readonly string[], resource = url + MCP_PATH) {
      const { principal } = await as(person)
      const { rows } = await database.pool.query(
        `WITH person AS (INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING),
         client AS (INSERT INTO platform.oauth_client (kind, client_id, name, redirect_uris)
           VALUES ('manual', gen_random_uuid(), 'Desk', '{}') RETURNING id)
         INSERT INTO platform.oauth_grant (client_id, person_id, scopes, resource, expires_at)
         SELECT id, $1, $4, $5, now() + interval '1 day' FROM client RETURNING id`,
        [principal.id, principal.name, `${person}@example.test`, scopes, resource],
      )
      const { accessToken } = await addTokens(database.direct, rows[0].id, { refresh: false })
      return { token: accessToken, grantId: rows[0].id as string, personId: principal.id }
    },
    async aBook(title: string): Promise<{ id: string; version: number; title: string }> {
      const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ($1) RETURNING *", [title])
      return rows[0]
    },
    async titleOf(id: string): Promise<string | undefined> {
      return (await database.pool.query("SELECT title FROM shelf.book WHERE id = $1", [id])).rows[0]?.title
    },
    /** On the Signatures page, as Ana. */
    sign: (proposalId: string, kind: "apply" | "decline" = "apply", reason?: string) =>
      platform.call(ana, aiContract.signProposal, { proposalId, kind, ...(reason ? { reason } : {}) }),
  }

  /** A server on this database: the built code, a process of its own. */
  async function startPod(): Promise<{ url: string; child: ChildProcess }> {
    const { child, said } = await spawnFixture("mcp-process", {
      connection: database.config,
      secret: TEST_SECRET,
      plugins: plugins.map(({ id }) => id),
    })
    const ended = once(child, "exit")
    ends.push(async () => {
      child.kill("SIGKILL")
      await ended
    })
    return { url: said, child }
  }
}

export type ServedMcp = Awaited<ReturnType<typeof serveMcp>>

export interface RpcAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the tests look at
  body: any
}

export const MODERN = "2026-07-28"

/** A client made of nothing: requests as they stand on the wire, of the revision of 2026. */
export function rawClient(endpoint: string, key: string, capabilities: object = {}) {
  return async (method: string, params: Readonly<Record<string, unknown>> = {}): Promise<RpcAnswer> => {
    const name = params.name ?? params.uri
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": MODERN,
        "mcp-method": method,
        ...(typeof name === "string" ? { "mcp-name": name } : {}),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": capabilities,
          },
        },
      }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}

/** The same of 2025: no session, no context. */
export function rawOldClient(endpoint: string, key: string) {
  return async (method: string, params: Readonly<Record<string, unknown>> = {}): Promise<RpcAnswer> => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}
