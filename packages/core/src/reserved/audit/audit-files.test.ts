import { testPlatform } from "@countersign/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serveOnLoopback } from "../../http/serve.fixture.ts"
import { setUpAna } from "../session/session.fixture.ts"

const testing = await testPlatform({ plugins: [] })
const ana = await setUpAna(testing)
const served = await serveOnLoopback(testing.platform)
afterAll(() => served.close())

const ROWS = 1_234

beforeAll(async () => {
  await testing.database.pool.query(
    `INSERT INTO platform.audit (at, principal_kind, principal_id, principal_name, transport, correlation_id, action, effect,
       outcome, thing_type, thing_id, thing_name, after, note)
     SELECT timestamptz '2026-01-01 00:00Z' + n * interval '1 second', 'user', 'p', '=HYPERLINK("http://evil.test")', 'http',
       'request-' || n, 'test.change', 'mutate', 'executed', 'test.thing', n::text, 'Line one' || chr(10) || 'line, two',
       '{"say": "\\"hi\\""}', CASE WHEN n % 2 = 0 THEN 'even' END
     FROM generate_series(1, $1::integer) AS n`,
    [ROWS],
  )
})

describe("GET /api/v1/platform/audit.jsonl", () => {
  it("streams every matching row, newest first, one JSON object to a line", async () => {
    const response = await get("/api/v1/platform/audit.jsonl?action=test.change")

    expect(response.headers.get("content-disposition")).toBe('attachment; filename="audit.jsonl"')
    expect(response.headers.get("cache-control")).toBe("no-store")
    const records = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(records.map(({ correlationId }) => correlationId)).toEqual(
      Array.from({ length: ROWS }, (_, index) => `request-${ROWS - index}`),
    )
    expect(records[0]).toMatchObject({ action: "test.change", after: { say: '"hi"' }, before: null, note: "even" })
  })

  it("takes the filters of the list", async () => {
    const response = await get("/api/v1/platform/audit.jsonl?text=even&until=2026-01-01T00:00:10Z")

    expect((await response.text()).trimEnd().split("\n")).toHaveLength(4)
  })

  it("is empty when nothing matches", async () => {
    expect(await (await get("/api/v1/platform/audit.jsonl?action=never.was")).text()).toBe("")
  })
})

describe("GET /api/v1/platform/audit.csv", () => {
  it("has a head, quotes what needs it, and disarms what a spreadsheet would run", async () => {
    const response = await get("/api/v1/platform/audit.csv?correlationId=request-2")

    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    const [head, ...rest] = (await response.text()).split("\r\n")
    expect(head).toBe(
      "id,at,principal_kind,principal_id,principal_name,transport,correlation_id,action,effect,outcome,thing_type,thing_id,thing_name,note,before,after",
    )
    expect(rest.join("\r\n")).toMatch(
      /^\d+,2026-01-01T00:00:02\.000Z,user,p,"'=HYPERLINK\(""http:\/\/evil\.test""\)",http,request-2,test\.change,mutate,executed,test\.thing,2,"Line one\nline, two",even,,"\{""say"":""\\""hi\\""""\}"\r\n$/,
    )
  })

  it("holds as many rows as the log", async () => {
    const text = await (await get("/api/v1/platform/audit.csv?action=test.change")).text()

    expect(text.match(/^\d+,2026/gm)).toHaveLength(ROWS)
  })
})

describe("both", () => {
  it("are the administrator's, and refuse what makes no sense for a file", async () => {
    const stranger = await fetch(`${served.url}/api/v1/platform/audit.csv`)
    expect(stranger.status).toBe(401)

    const limited = await get("/api/v1/platform/audit.csv?limit=5")
    expect([limited.status, (await limited.json()).message]).toEqual([
      400,
      'A file holds every matching row, so it takes no "limit".',
    ])
    expect((await get("/api/v1/platform/audit.csv?color=red")).status).toBe(400)
  })

  it("stop reading when the one who asked goes away", async () => {
    const leaving = new AbortController()
    const response = await get("/api/v1/platform/audit.jsonl", leaving.signal)
    const reader = response.body!.getReader()
    await reader.read()

    leaving.abort()

    await expect(reader.read()).rejects.toThrow()
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200)
  })
})

function get(path: string, signal?: AbortSignal): Promise<Response> {
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  return fetch(served.url + path, { headers: { cookie }, signal: signal ?? null })
}
