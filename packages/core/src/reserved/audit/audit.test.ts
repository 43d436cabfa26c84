import { helloContract } from "@countersign/hello/contract"
import { helloPlugin } from "@countersign/hello/server"
import { testPlatform } from "@countersign/testing"
import { beforeAll, describe, expect, it } from "vitest"
import type { Caller } from "../../access/ctx.ts"
import { auditContract } from "../../contract/platform/audit.ts"
import type { InputOf } from "../../contract/procedure.ts"

const { platform, database, as } = await testPlatform({ plugins: [helloPlugin] })
let root: Caller

const list = (input: InputOf<typeof auditContract.listAudit> = {}) =>
  platform.call(root, auditContract.listAudit, input)
const idsOf = async (input: InputOf<typeof auditContract.listAudit>) => (await list(input)).items.map(({ id }) => id)

beforeAll(async () => {
  root = await as("root", "administrator")
  await platform.call(await as("ana"), helloContract.greet, { to: "Ben" })
  // 40 rows a minute apart; every fourth by the application, every tenth refused, notes on some.
  await database.pool.query(`
    INSERT INTO platform.audit (at, principal_kind, principal_id, principal_name, transport, correlation_id, action, effect,
      outcome, thing_type, thing_id, thing_name, before, after, note)
    SELECT timestamptz '2026-01-01 00:00Z' + n * interval '1 minute', CASE WHEN n % 4 = 0 THEN 'application' ELSE 'user' END,
      CASE WHEN n % 4 = 0 THEN 'app-1' ELSE 'person-1' END, CASE WHEN n % 4 = 0 THEN 'Deployer' ELSE 'Zoe' END,
      CASE WHEN n % 5 = 0 THEN 'mcp' ELSE 'http' END, 'request-' || n,
      CASE WHEN n % 2 = 0 THEN 'catalog.updateSystem' ELSE 'catalog.deleteSystem' END, 'mutate',
      CASE WHEN n % 10 = 0 THEN 'refused' ELSE 'executed' END, 'catalog.system', 'system-' || n % 3, 'Checkout API ' || n % 3,
      '{"status": "up"}', '{"status": "down"}', CASE WHEN n = 7 THEN 'Because of ticket OPS-4711, "quoted"' END
    FROM generate_series(1, 40) AS n`)
})

describe("the audit log", () => {
  it("is for administrators alone", async () => {
    await expect(platform.call(await as("oli", "operator"), auditContract.listAudit, {})).rejects.toThrow(
      "Oli lacks the permission platform.audit.read.",
    )
  })

  it("says who did what to which thing, newest first", async () => {
    const { items } = await list({ limit: 2 })

    expect(items[0]).toMatchObject({
      action: "hello.greet",
      principal: { kind: "user", name: "Ana" },
      transport: "http",
      outcome: "executed",
      thing: { type: "hello.greeting" },
    })
    expect(items[1]).toMatchObject({ at: "2026-01-01T00:40:00.000Z", correlationId: "request-40" })
  })

  it("pages forwards and back without losing or repeating a row", async () => {
    const seen: string[] = []
    let page = await list({ limit: 7 })
    const first = page
    for (;;) {
      seen.push(...page.items.map(({ correlationId }) => correlationId))
      if (!page.nextCursor) break
      page = await list({ limit: 7, after: page.nextCursor })
    }
    expect(seen.slice(1)).toEqual(Array.from({ length: 40 }, (_, index) => `request-${40 - index}`))

    const second = await list({ limit: 7, after: first.nextCursor! })
    const back = await list({ limit: 7, before: second.previousCursor! })
    expect(back.items).toEqual(first.items)
    expect(back.previousCursor).toBeNull()
  })

  it.each([
    ["a principal", { principalId: "app-1" }, 10],
    ["an action", { action: "catalog.deleteSystem" }, 20],
    ["the beginning of actions", { action: "catalog." }, 40],
    ["an action that never was", { action: "catalog.x" }, 0],
    ["a kind of thing", { thingType: "catalog.system" }, 40],
    ["one thing", { thingType: "catalog.system", thingId: "system-1" }, 14],
    ["an outcome", { outcome: "refused" }, 4],
    ["a transport", { transport: "mcp" }, 8],
    ["one request", { correlationId: "request-7" }, 1],
    ["a time", { since: "2026-01-01T00:10:00Z", until: "2026-01-01T01:20:00+01:00" }, 10],
    ["a word of the note", { text: "ticket" }, 1],
    ["words in any case, of the last the beginning", { text: "checkout AP" }, 40],
    ["half a word that is not the last", { text: "check API" }, 0],
    ["a word with a dash", { text: "ops-47" }, 1],
    ["words that never meet", { text: "ticket nowhere" }, 0],
    ["something that is no word", { text: "'" }, 41],
    ["several at once", { principalId: "person-1", action: "catalog.", transport: "mcp", text: "checkout" }, 6],
  ] as const)("filters by %s", async (_name, filter, count) => {
    const forwards = await idsOf({ ...filter, limit: 200 })
    const backwards = await idsOf({ ...filter, limit: 200, direction: "asc" })

    expect(forwards).toHaveLength(count)
    expect(backwards.reverse()).toEqual(forwards)
  })

  it("pages through the beginning of actions as through everything", async () => {
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await list({ action: "catalog.", limit: 6, after })
      seen.push(...page.items.map(({ correlationId }) => correlationId))
      if (!page.nextCursor) break
      after = page.nextCursor
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => `request-${40 - index}`))
  })

  it("shows one row with what changed, and when it was sealed", async () => {
    const [id] = await idsOf({ correlationId: "request-7" })
    const before = await platform.call(root, auditContract.getAuditEntry, { id: id! })
    expect(before).toMatchObject({ before: { status: "up" }, after: { status: "down" }, sealedAt: null })

    const { sealedRows } = await platform.call(service(), auditContract.sealAudit, {})

    const after = await platform.call(root, auditContract.getAuditEntry, { id: id! })
    expect(Date.parse(after.sealedAt!)).toBeGreaterThan(Date.parse("2026-01-01"))
    expect(await platform.call(root, auditContract.getAuditSeal, {})).toMatchObject({ sealedRows, unsealedRows: 0 })
    await expect(platform.call(root, auditContract.getAuditEntry, { id: "999999" })).rejects.toThrow(
      "The audit log has no row 999999.",
    )
  })

  it("lists what there is to filter by", async () => {
    expect(await platform.call(root, auditContract.listAuditFacets, {})).toEqual({
      actions: ["catalog.deleteSystem", "catalog.updateSystem", "hello.greet"],
      thingTypes: ["catalog.system", "hello.greeting"],
      transports: ["http", "mcp"],
      principals: [
        { kind: "user", id: expect.any(String), name: "Ana" },
        { kind: "application", id: "app-1", name: "Deployer" },
        { kind: "user", id: "person-1", name: "Zoe" },
      ],
    })
  })

  it("is not sealed by anybody but the platform", async () => {
    await expect(platform.call(root, auditContract.sealAudit, {})).rejects.toThrow("cannot be called from outside")
  })
})

function service(): Caller {
  const empty = { rules: new Set<string>(), teamIds: [], grants: new Map() }
  return platform.caller({ kind: "service", id: "service:platform", name: "platform", ...empty }, "job")
}
