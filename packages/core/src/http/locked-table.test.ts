import { helloPlugin } from "@countersign/hello/server"
import { quickestMsOf, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { notesPlugin } from "../access/notes.fixture.ts"
import { applicationsContract } from "../contract/platform/applications.ts"
import { sessionContract } from "../contract/platform/session.ts"
import { ADMINISTRATOR, openBrowser, setUpAna } from "../reserved/session/session.fixture.ts"

const testing = await testPlatform({ plugins: [notesPlugin, helloPlugin] })
const { platform, database, as } = testing
await setUpAna(testing)
const { email, password } = ADMINISTRATOR
const key = await keyFor(["notes.note.manage", "notes.note.read", "hello.greeting.read"])

describe("one table that somebody keeps locked", () => {
  it.each([
    ["changed", "notes/add", "EXCLUSIVE"],
    ["read", "notes/list", "ACCESS EXCLUSIVE"],
  ])(
    "and 50 at once who want it %s leave health, sign-in and other reads alone",
    async (_, verb, mode) => {
      const held = await database.pool.connect()
      await held.query("BEGIN")
      await held.query(`LOCK TABLE notes.note IN ${mode} MODE`)
      const stuck = Array.from({ length: 50 }, () => post(verb, verb === "notes/add" ? { text: "stuck" } : {}))
      await expect.poll(waiting).toBeGreaterThan(2)

      const tookMs = await quickestMsOf(2, async () => {
        const signIn = openBrowser(platform).call(sessionContract.signIn, { email, password })
        const answers = await Promise.all([get("/readyz"), signIn, post("platform/me", {}), post("hello/list", {})])
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      })
      // Whoever waits for the table gets so much time.
      expect(tookMs).toBeLessThan(4_000)

      const answers = await Promise.all(stuck)
      await held.query("ROLLBACK")
      held.release()
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
      for (const { headers, body } of answers) {
        expect(headers.get("retry-after")).toBe("2")
        expect(body.message).toMatch(
          /^(Somebody else is changing the same things right now.*|All connections to the database are in use right now\.) Nothing was changed; try again in a few seconds\.$/,
        )
      }
      expect((await post("notes/add", { text: "free again" })).status).toBe(200)
    },
    40_000,
  )
})

async function waiting(): Promise<number> {
  const { rows } = await database.vital.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows.length
}

async function keyFor(rules: string[]): Promise<string> {
  const root = await as("root", "administrator")
  const draft = { name: "Script", description: "", roles: [], rules }
  return (await platform.call(root, applicationsContract.createApplication, draft)).key
}

async function get(path: string) {
  return platform.fetch(new Request(`http://localhost${path}`), "127.0.0.1")
}

async function post(verb: string, input: object) {
  const request = new Request(`http://localhost/api/v1/${verb}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(input),
  })
  const response = await platform.fetch(request, "127.0.0.1")
  return { status: response.status, headers: response.headers, body: (await response.json()) as { message: string } }
}
